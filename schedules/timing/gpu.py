"""Timing on a GPU: verified first, interleaved, from cold caches, beside baselines and ceilings.

All contestants of a shape run in one process, in turn, on the same rotating sets of tensors, so
that a ratio compares two times of the same minute; one baseline runs twice under two names, and the
record keeps how far the two are apart.
"""

from __future__ import annotations

import random
import re
import shutil
import statistics
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from ..checks.device import (
    Cubins,
    Kernel,
    References,
    TorchRandom,
    cold_sets,
    compiler_version,
    cuda,
    poisoned_outputs,
    verify_on_device,
)
from ..checks.device import kernels as build_kernels
from ..errors import UserError
from ..ladder import Rung
from ..lowering.kernel_text import text_fingerprint
from ..lowering.lower import Lowered, lower
from ..workloads import Workload
from .baselines import Baseline, baselines
from .gpu_ceilings import Ceilings
from .whole_program import run_on_host, whole_run

AGAIN = " (again)"
LEAST_SAMPLES = 3
MOST_SAMPLES = 21
SAMPLE_US = 2_000
CONTESTANT_US = 400_000
# A baseline timed twice must tie within this; else the shape is measured again.
TIE = 0.03
TRIES = 3


@dataclass
class Contestant:
    """Something that is timed: a name and a function of (inputs, outputs)."""

    name: str
    run: Baseline
    samples_us: list[float] = field(default_factory=list)
    launches: int = 1
    graph: Any = None

    @property
    def time_us(self) -> float:
        return statistics.median(self.samples_us)

    @property
    def quartiles_us(self) -> tuple[float, float]:
        if len(self.samples_us) < 2:
            return (self.samples_us[0], self.samples_us[0])
        first, _, third = statistics.quantiles(self.samples_us, n=4, method="inclusive")
        return (first, third)


class Stage:
    """Rotating sets of tensors of one workload: together larger than the L2 cache."""

    def __init__(self, workload: Workload) -> None:
        self.sets = [
            (workload.inputs(TorchRandom(seed)), poisoned_outputs(workload))
            for seed in range(cold_sets(workload.bytes))
        ]
        self._next = 0

    def launch(self, run: Baseline, times: int) -> None:
        """Run a contestant on the next sets."""
        for _ in range(times):
            inputs, outputs = self.sets[self._next % len(self.sets)]
            self._next += 1
            run(inputs, outputs)


def no_tick() -> None:
    """Where nobody watches the progress."""


def measure(
    contestants: Sequence[Contestant], stage: Stage, tick: Callable[[], None] = no_tick
) -> None:
    """Fill every contestant's samples (microseconds a launch), in turn; a tick a round."""
    torch = cuda()
    for one in contestants:
        stage.launch(one.run, 1)
        single = elapsed_us(lambda one=one: stage.launch(one.run, 1))
        one.launches = max(1, min(4 * len(stage.sets), round(SAMPLE_US / max(single, 1.0))))
        if one.launches > 1:
            one.launches = max(one.launches, len(stage.sets))
            one.graph = _captured(one, stage)
    rounds = MOST_SAMPLES
    order = random.Random(0)
    for at in range(rounds):
        for one in order.sample(list(contestants), len(contestants)):
            spent = sum(one.samples_us) * one.launches
            if at >= LEAST_SAMPLES and spent > CONTESTANT_US:
                continue
            once = one.graph.replay if one.graph else lambda one=one: stage.launch(one.run, 1)
            one.samples_us.append(elapsed_us(once) / one.launches)
        tick()
    torch.cuda.synchronize()


def _captured(one: Contestant, stage: Stage) -> Any:
    """A CUDA graph of the contestant's launches, which leaves out the host's launch time."""
    torch = cuda()
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        stage.launch(one.run, 2)
    torch.cuda.current_stream().wait_stream(side)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        stage.launch(one.run, one.launches)
    graph.replay()
    torch.cuda.synchronize()
    return graph


def elapsed_us(action: Callable[[], None]) -> float:
    torch = cuda()
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    start.record()
    action()
    end.record()
    end.synchronize()
    return start.elapsed_time(end) * 1e3


@dataclass(frozen=True)
class Resources:
    """What the compiler gave a kernel; registers a thread, bytes a block."""

    registers: int | None
    stack: int | None
    shared: int


def resources(kernel: Kernel, cubins: Cubins) -> Resources:
    """Registers, stack and shared memory, from the cubin by cuobjdump where it is present."""
    lowered = lower(kernel.step.mod, kernel.rung.build, "cuda", cubins.arch)
    shared = max(one.static_shared + one.dynamic_shared for one in lowered.launches)
    if shutil.which("cuobjdump") is None:
        return Resources(None, None, shared)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "kernel.cubin"
        file.write_bytes(cubins.get(lowered.source))
        text = subprocess.run(
            ["cuobjdump", "-res-usage", str(file)], capture_output=True, text=True, check=False
        ).stdout
    registers = [int(n) for n in re.findall(r"REG:(\d+)", text)]
    stack = [int(n) for n in re.findall(r"STACK:(\d+)", text)]
    return Resources(max(registers, default=None), max(stack, default=None), shared)


# What bench_shape ticks for at least: built, verified, and each round.
TICKS = 2 + MOST_SAMPLES


def bench_shape(
    rungs: Sequence[Rung],
    workload: Workload,
    cubins: Cubins,
    ceilings: Ceilings,
    references: References,
    *,
    whole_program: bool = False,
    tick: Callable[[], None] = no_tick,
) -> Iterator[dict[str, Any]]:
    """Verify, then time, the rungs that share a workload; a record row for each that is right.

    There is no number without a pass: a rung that is wrong is not timed, and raises UserError once
    the rows of the others have been given. `whole_program` adds the columns of `whole_run`.
    """
    found = build_kernels([(rung, workload) for rung in rungs], cubins)
    tick()
    errors: dict[str, float] = {}
    wrong: dict[str, str] = {}
    for result in verify_on_device(found, references):
        if not result.ok:
            told = f"{result.rung} at {result.shape} is wrong: {result.message}"
            wrong.setdefault(result.rung, told)
        worst = errors.get(result.rung, 0.0)
        errors[result.rung] = max(worst, result.relative_error)
    references.forget()
    tick()
    found = [kernel for kernel in found if kernel.rung.path not in wrong]
    if found:
        yield from timed_rows(found, workload, cubins, ceilings, errors, whole_program, tick)
    if wrong:
        raise UserError("; ".join(wrong.values()))


def timed_rows(
    found: Sequence[Kernel],
    workload: Workload,
    cubins: Cubins,
    ceilings: Ceilings,
    errors: dict[str, float],
    whole_program: bool,
    tick: Callable[[], None],
) -> Iterator[dict[str, Any]]:
    """Time kernels that were right, beside the baselines; a record row for each."""
    stage = Stage(workload)
    contestants = {
        kernel.rung.path: Contestant(kernel.rung.path, lambda i, o, k=kernel: k.run(*i, *o))
        for kernel in found
    }
    library = {
        name: Contestant(name, run) for name, run in baselines(workload, cubins.arch).items()
    }
    twice = next(iter(library.values()))
    again = Contestant(twice.name + AGAIN, twice.run)
    everyone = [*contestants.values(), *library.values(), again]
    until_tied(everyone, partial(measure, everyone, stage), twice, again, tick)
    del stage
    host = run_on_host(workload) if whole_program else None
    for kernel in found:
        one = contestants[kernel.rung.path]
        used = resources(kernel, cubins)
        timed = row(kernel, one, library, again, errors, ceilings, used, cubins)
        yield timed | (whole_run(kernel, host) if host else {})


def until_tied(
    everyone: Sequence[Contestant],
    measured: Callable[[Callable[[], None]], None],
    twice: Contestant,
    again: Contestant,
    tick: Callable[[], None],
) -> None:
    """Measure `everyone`, and once more where the one that is timed twice does not tie.

    After TRIES times the last stands: its row says by how much they differ (`tied`).
    """
    for attempt in range(TRIES):
        for one in everyone:
            one.samples_us.clear()
        measured(no_tick if attempt else tick)
        if tied(tie_ratio(twice, again)):
            return


def tie_ratio(twice: Contestant, again: Contestant) -> float:
    """A contestant's second time over its first."""
    return round(again.time_us / twice.time_us, 4)


def tied(ratio: float) -> bool:
    """Whether a machine was quiet enough for times to be compared."""
    return abs(ratio - 1) <= TIE


def row(
    kernel: Kernel,
    one: Contestant,
    library: dict[str, Contestant],
    again: Contestant,
    errors: dict[str, float],
    ceilings: Ceilings,
    used: Resources,
    cubins: Cubins,
) -> dict[str, Any]:
    """A rung's record: everything measured, with the unit in each field's name."""
    lowered = lower(kernel.step.mod, kernel.rung.build, "cuda", cubins.arch)
    first = next(iter(library.values()))
    return {
        "ladder": kernel.rung.ladder,
        "rung": kernel.rung.name,
        "shape": list(kernel.workload.shape),
        "dtype": kernel.workload.dtype,
        "kernel": fingerprint(lowered),
        "compiler": compiler_version(cubins.compiler),
        "build": kernel.rung.build.describe(),
        **derived(kernel.workload, one.time_us, ceilings),
        "quartiles_us": [round(value, 3) for value in one.quartiles_us],
        "samples": len(one.samples_us),
        "launches_per_sample": one.launches,
        "relative_error": errors[kernel.rung.path],
        "grid": [list(launch.grid) for launch in lowered.launches],
        "block": [list(launch.block) for launch in lowered.launches],
        "registers": used.registers,
        "stack_bytes": used.stack,
        "shared_bytes": used.shared,
        "tie_ratio": tie_ratio(first, again),
        "baselines": {
            name: {
                "time_us": round(base.time_us, 3),
                "ratio": round(base.time_us / one.time_us, 4),
            }
            for name, base in library.items()
        },
    }


def fingerprint(lowered: Lowered) -> str:
    """What tells a kernel's CUDA text from another's."""
    return text_fingerprint(lowered.source)


def derived(workload: Workload, time_us: float, ceilings: Ceilings) -> dict[str, Any]:
    """Rates and the share of the ceiling that binds the workload.

    The ceiling is the larger of two least times: FLOPs over the arithmetic rate of the workload's
    dtype, bytes over the copy bandwidth.
    """
    arithmetic_us = workload.flops / ceilings.tflops(workload) / 1e6
    memory_us = workload.bytes / ceilings.copy_gbps / 1e3
    bound = "arithmetic" if arithmetic_us > memory_us else "memory"
    return {
        "time_us": round(time_us, 3),
        # A CPU's naive loop runs at a thousandth of a TFLOP/s: significant digits, not decimals.
        "tflops": float(f"{workload.flops / time_us / 1e6:.6g}"),
        "gbps": float(f"{workload.bytes / time_us / 1e3:.6g}"),
        "bound": bound,
        "percent_of_ceiling": round(100 * max(arithmetic_us, memory_us) / time_us, 2),
        # In TFLOP/s or GB/s: a record's rows may be of several runs.
        "ceiling": ceilings.tflops(workload) if bound == "arithmetic" else ceilings.copy_gbps,
    }
