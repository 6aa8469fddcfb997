"""Timing on a GPU: verified first, interleaved with baselines, with cold caches and measured
ceilings.

All contestants of a shape rotate through the same sets of tensors (`contest`), in two regimes.
Sustained: back-to-back launches of one contestant, whose power has settled the clock. Cold: single
launches on an idle GPU.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from gpusim.errors import UserError

from ..analyses.resources import reported
from ..analyses.verification.on_gpu import (
    NOT_RUN,
    Memory,
    References,
    launches_on,
    verify_on_device,
)
from ..core.gpu import Gpu, cold_sets, cuda, inputs_on_device, poisoned_outputs
from ..core.kernel import Failed, Kernel, raise_failure
from ..sources.kernel_files import FileKernel
from ..workloads import Workload
from .baselines import Baseline, baselines
from .ceilings import Ceilings, elapsed_us
from .contest import MOST_SAMPLES, Contestant, cold_regime, no_tick, row, take_samples, timed_beside
from .environment import SmClock

SAMPLE_US = 2_000
CONTESTANT_US = 400_000
# The GPU lowers its clock 60 to 100 ms after the power limit is exceeded, so each turn of a
# contestant begins with untimed launches of that duration, and then takes many samples. Otherwise a
# time would depend on the previous contestant: an H200's float16 GEMM of 8192 takes 1450 us at
# first, and 1650 us from then on.
WARM_US, IN_A_ROW = 200_000, 7
# Before a single launch, the GPU pauses and then reads a multiple of its L2 cache. Together this
# takes the GPU longer than the host needs to queue the launch: up to 0.3 ms after a pause (on an
# H100's host, reads of 0.25 ms were too few).
PAUSE_S = 0.002
READS, READ_OVER = 16, 4
# Shorter launches are captured in a CUDA graph: the host may need 0.1 ms to launch a library's
# call.
LONG_US = 10_000
# For longer sustained launches, the host's time is below 0.3 %.
HIDDEN_US = 50_000


class TensorSets:
    """Sets of tensors of one workload, used in rotation: together larger than the L2 cache."""

    def __init__(self, workload: Workload) -> None:
        first = inputs_on_device(workload, 0)
        self.sets = [
            (self._inputs(workload, seed, first), poisoned_outputs(workload))
            for seed in range(cold_sets(workload.bytes))
        ]
        self._next = 0

    @staticmethod
    def _inputs(workload: Workload, seed: int, first: list[Any]) -> list[Any]:
        """Copies of the inputs, since generating new ones takes the host seconds."""
        if workload.on_host:
            return [tensor.clone() for tensor in first]
        return inputs_on_device(workload, seed) if seed else first

    def launch(self, run: Baseline, times: int) -> None:
        """Run a contestant on the next sets."""
        for _ in range(times):
            inputs, outputs = self.sets[self._next % len(self.sets)]
            self._next += 1
            run(inputs, outputs)


class LaunchSets(TensorSets):
    """The launches of a kernel in a file, each on arrays of its own, used in rotation."""

    def __init__(self, kernel: FileKernel) -> None:
        gpu, arrays = Gpu(), kernel.arrays()
        count = cold_sets(kernel.least_bytes)
        self.sets = [(launches_on(kernel, Memory(gpu, arrays)), None) for _ in range(count)]
        self._next = 0


def measure(
    sets: TensorSets,
    contestants: Sequence[Contestant],
    tick: Callable[[], None] = no_tick,
    warm_us: float = WARM_US,
    clock: SmClock | None = None,
) -> None:
    """Fill every contestant's samples (microseconds per launch), and clocks if given one, in turn.

    Each turn begins with `warm_us` of untimed launches; one tick per sample of all contestants.
    """
    times = first_launches_us(contestants, sets)
    for contestant in contestants:
        launches, count = round(SAMPLE_US / max(times[contestant.name], 1.0)), len(sets.sets)
        # Every set as often as every other.
        contestant.launches = -(-launches // count) * count if launches > 1 else 1
        contestant.graph = captured(contestant, sets) if launches > 1 else None

    def warm(contestant: Contestant) -> None:
        run = launches_of(contestant, sets)
        for _ in range(int(warm_us / max(elapsed_us(run), 1.0))):
            run()

    def sample_us(contestant: Contestant) -> float:
        run = launches_of(contestant, sets)
        if times[contestant.name] < HIDDEN_US:
            # The host queues the timed launches while these run: a library call can take it 0.15
            # ms.
            run()
        if clock is None:
            return elapsed_us(run) / contestant.launches
        clock.mark(0)
        us = elapsed_us(run, partial(clock.mark, 1))
        contestant.clocks_mhz.append(clock.mhz())
        return us / contestant.launches

    warmed = {"in_a_row": IN_A_ROW, "before": warm} if warm_us else {}
    take_samples(contestants, sample_us, CONTESTANT_US, tick, **warmed)
    cuda().cuda.synchronize()


def measure_cold(sets: TensorSets, contestants: Sequence[Contestant]) -> None:
    """Fill every contestant's samples with single launches, in turn.

    Before each launch the GPU pauses, then reads other memory, which evicts the launch's tensors
    from the L2 cache and leaves nothing to write back.
    """
    torch = cuda()
    l2 = torch.cuda.get_device_properties(0).L2_cache_size
    other, total = torch.zeros(READ_OVER * l2 // 4, device="cuda"), torch.zeros((), device="cuda")
    times = first_launches_us(contestants, sets)
    for contestant in contestants:
        if times[contestant.name] < LONG_US:
            contestant.graph = captured(contestant, sets)

    def sample_us(contestant: Contestant) -> float:
        torch.cuda.synchronize()
        time.sleep(PAUSE_S)
        for _ in range(READS):
            torch.sum(other, 0, out=total)
        return elapsed_us(launches_of(contestant, sets))

    take_samples(contestants, sample_us, CONTESTANT_US, least=1)


def first_launches_us(contestants: Sequence[Contestant], sets: TensorSets) -> dict[str, float]:
    """The time of a second launch of every contestant, by name, in microseconds.

    It comes before any graph is captured: TVM keeps one workspace, and replaces it when a kernel
    needs a larger one. A graph captured before then would use freed memory.
    """
    times = {}
    for contestant in contestants:
        once = partial(sets.launch, contestant.run, 1)
        once()
        times[contestant.name] = elapsed_us(once)
    return times


def launches_of(contestant: Contestant, sets: TensorSets) -> Callable[[], None]:
    """The function that launches one sample of a contestant: its CUDA graph if it has one."""
    if contestant.graph:
        return contestant.graph.replay
    return partial(sets.launch, contestant.run, 1)


def captured(contestant: Contestant, sets: TensorSets) -> Any:
    """A CUDA graph of the contestant's launches, which excludes the host's launch time."""
    torch = cuda()
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        sets.launch(contestant.run, 2)
    torch.cuda.current_stream().wait_stream(side)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        sets.launch(contestant.run, contestant.launches)
    graph.replay()
    torch.cuda.synchronize()
    return graph


# Minimum number of ticks of bench_shape: verification, and each round.
TICKS = 1 + MOST_SAMPLES


def bench_shape(
    kernels: Sequence[Kernel],
    ceilings: Ceilings,
    references: References,
    tick: Callable[[], None] = no_tick,
    first_baseline: bool = False,
    failed: Failed = raise_failure,
    against: Path | None = None,
) -> Iterator[dict[str, Any]]:
    """Verify, then time, kernels of one workload; yields a record row for each correct one.

    With `first_baseline`, only that library is timed; `against` is a folder of public kernels
    (`against.public_kernels`). A wrong rung is not timed, nor a public
    kernel that fails: `failed` is told.
    """
    errors: dict[str, float] = {}
    wrong: set[str] = set()
    for kernel, check, crash in verify_on_device(kernels, references):
        path = kernel.rung.path
        if not check.ok and path not in wrong:
            wrong.add(path)
            (text,) = check.problems
            wrongly = "" if text.startswith(NOT_RUN) else "wrong: "
            failed(f"{path} at {kernel.workload.shape}", crash or UserError(wrongly + text))
        errors[path] = max(errors.get(path, 0.0), check.relative_error)
    references.forget()
    tick()
    right = [kernel for kernel in kernels if kernel.rung.path not in wrong]
    if right:
        yield from timed_rows(right, ceilings, errors, tick, first_baseline, against, failed)


def timed_rows(
    kernels: Sequence[Kernel],
    ceilings: Ceilings,
    errors: dict[str, float],
    tick: Callable[[], None],
    first_baseline: bool,
    against: Path | None,
    failed: Failed,
) -> Iterator[dict[str, Any]]:
    """Time correct kernels and the baselines; a record row for each kernel."""
    workload, compiler = kernels[0].workload, kernels[0].compiler
    sets = TensorSets(workload)
    contestants = [Contestant(kernel.rung.path, launcher(kernel)) for kernel in kernels]
    beside = baselines(workload, compiler, first_baseline, against, failed)
    library = [Contestant(name, run) for name, run in beside.items()]
    measured = partial(measure, sets, clock=SmClock(cuda()))
    tie = timed_beside(contestants, library, measured, tick)
    single = [
        Contestant(contestant.name, contestant.run) for contestant in (*contestants, *library)
    ]
    measure_cold(sets, single)
    cold, cold_library = single[: len(kernels)], single[len(kernels) :]
    del sets
    for kernel, contestant, once in zip(kernels, contestants, cold, strict=True):
        error = errors[kernel.rung.path]
        timed = row(kernel, contestant, ceilings, error, facts(kernel), tie, library)
        timed["cold"] = cold_regime(once, cold_library)
        yield timed


def launcher(kernel: Kernel) -> Baseline:
    """A kernel as a function of inputs and outputs."""
    main = kernel.executable["main"]
    return lambda inputs, outputs: main(*inputs, *outputs)


def facts(kernel: Kernel) -> dict[str, Any]:
    """A kernel's compile and launch properties: registers per thread, bytes per block, ..."""
    launches = kernel.launches
    used = list(reported(kernel.machine.log).values())
    return {
        "grid": [list(launch.grid) for launch in launches],
        "block": [list(launch.block) for launch in launches],
        "registers": max((part["registers"] for part in used), default=None),
        "stack_bytes": max((part["stack"] for part in used), default=None),
        "shared_bytes": max(launch.static_shared + launch.dynamic_shared for launch in launches),
    }
