"""Timing on a GPU: verified first, interleaved, from cold caches, beside baselines and ceilings.

All contestants of a shape run on the same rotating sets of tensors (`contest` says how).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from ..checks.on_gpu import References, verify_on_device
from ..errors import UserError
from ..gpu import TorchRandom, cold_sets, cuda, poisoned_outputs
from ..inspect.resources import reported
from ..kernel import Kernel
from ..workloads import Workload
from .baselines import Baseline, baselines
from .ceilings import Ceilings, elapsed_us
from .contest import MOST_SAMPLES, Contestant, no_tick, row, take_samples, timed_beside
from .whole_program import run_on_host, times_whole_program, whole_run

SAMPLE_US = 2_000
CONTESTANT_US = 400_000


class TensorSets:
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


def measure(
    sets: TensorSets, contestants: Sequence[Contestant], tick: Callable[[], None] = no_tick
) -> None:
    """Fill every contestant's samples (microseconds a launch), in turn; a tick a round."""
    for contestant in contestants:
        once = partial(sets.launch, contestant.run, 1)
        once()
        single = elapsed_us(once)
        launches = max(1, min(4 * len(sets.sets), round(SAMPLE_US / max(single, 1.0))))
        contestant.launches = max(launches, len(sets.sets)) if launches > 1 else 1
        contestant.graph = captured(contestant, sets) if launches > 1 else None

    def sample_us(contestant: Contestant) -> float:
        once = partial(sets.launch, contestant.run, 1)
        if contestant.graph:
            once = contestant.graph.replay
        return elapsed_us(once) / contestant.launches

    take_samples(contestants, sample_us, CONTESTANT_US, tick)
    cuda().cuda.synchronize()


def captured(one: Contestant, sets: TensorSets) -> Any:
    """A CUDA graph of the contestant's launches, which leaves out the host's launch time."""
    torch = cuda()
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        sets.launch(one.run, 2)
    torch.cuda.current_stream().wait_stream(side)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        sets.launch(one.run, one.launches)
    graph.replay()
    torch.cuda.synchronize()
    return graph


# What bench_shape ticks for at least: built, verified, and each round.
TICKS = 2 + MOST_SAMPLES


def bench_shape(
    kernels: Sequence[Kernel],
    ceilings: Ceilings,
    references: References,
    tick: Callable[[], None] = no_tick,
) -> Iterator[dict[str, Any]]:
    """Verify, then time, kernels of one workload; a record row for each that is right.

    There is no number without a pass: a rung that is wrong is not timed, and raises UserError once
    the rows of the others have been given.
    """
    for kernel in kernels:
        _ = kernel.executable
    tick()
    errors: dict[str, float] = {}
    wrong: dict[str, str] = {}
    for result in verify_on_device(kernels, references):
        path, apart = result.kernel.rung.path, result.difference
        if not result.ok:
            shape = result.kernel.workload.shape
            wrong.setdefault(path, f"{path} at {shape} is wrong: {apart.message}")
        errors[path] = max(errors.get(path, 0.0), apart.relative_error)
    references.forget()
    tick()
    right = [kernel for kernel in kernels if kernel.rung.path not in wrong]
    if right:
        yield from timed_rows(right, ceilings, errors, tick)
    if wrong:
        raise UserError("; ".join(wrong.values()))


def timed_rows(
    kernels: Sequence[Kernel],
    ceilings: Ceilings,
    errors: dict[str, float],
    tick: Callable[[], None],
) -> Iterator[dict[str, Any]]:
    """Time kernels that were right, beside the baselines; a record row for each."""
    workload, compiler = kernels[0].workload, kernels[0].compiler
    sets = TensorSets(workload)
    contestants = [Contestant(kernel.rung.path, launcher(kernel)) for kernel in kernels]
    library = [Contestant(name, run) for name, run in baselines(workload, compiler).items()]
    tie = timed_beside(contestants, library, partial(measure, sets), tick)
    del sets
    host = run_on_host(workload) if any(times_whole_program(one.rung) for one in kernels) else None
    for kernel, contestant in zip(kernels, contestants, strict=True):
        error = errors[kernel.rung.path]
        timed = row(kernel, contestant, ceilings, error, facts(kernel), tie, library)
        yield timed | (whole_run(kernel, host) if host else {})


def launcher(kernel: Kernel) -> Baseline:
    """A kernel as a function of inputs and outputs."""
    main = kernel.executable["main"]
    return lambda inputs, outputs: main(*inputs, *outputs)


def facts(kernel: Kernel) -> dict[str, Any]:
    """How a kernel was compiled and is launched: registers a thread, bytes a block."""
    launches = kernel.launches
    used = list(reported(kernel.machine.log).values())
    return {
        "compiler": kernel.compiler.version,
        "grid": [list(launch.grid) for launch in launches],
        "block": [list(launch.block) for launch in launches],
        "registers": max((part["registers"] for part in used), default=None),
        "stack_bytes": max((part["stack"] for part in used), default=None),
        "shared_bytes": max(one.static_shared + one.dynamic_shared for one in launches),
    }
