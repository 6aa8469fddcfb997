"""Runners: a candidate is run, found right, and then timed.

Inputs, their float64 results and the sets of tensors for timing stay in memory from one candidate
to the next. A candidate may write where it should not, so that none is called wrong on data that
others have had before: they are made anew, and it is run once more.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
import tvm

from schedules.checks.compare import Expected, difference
from schedules.ladder import Rung
from schedules.lowering.emit import poisoned
from schedules.steps import Step
from schedules.workloads import Workload

from ..task import Outcome, Task
from .build import Stages, rung_at, scheduled
from .child import full_disk

# Launches of a candidate on a GPU that may be all it gets.
FEW = 3
# On a CPU: seconds of a sample of short runs, how many samples, and seconds of all of them. What
# `timing.cpu` takes would be seconds a candidate.
SAMPLE_S = 0.01
LEAST_SAMPLES = 3
MOST_SAMPLES = 11
CANDIDATE_S = 0.3
# What CUDA says where a block asks for more registers than there are.
TOO_MUCH = "too many resources requested"
# The host's part in a lone launch: a short kernel is not hopeless for that.
LAUNCH_US = 20.0
# A share of the GPU's free memory for verified results that are kept.
KEPT_SHARE = 0.5


class Wrong(Exception):
    """The candidate computes something else; the message says where first."""


class Ended(Exception):
    """The candidate broke the process that it ran in."""


class CpuRunner:
    """Candidates on this machine's CPU.

    `settings` has 'inputs_seed' and 'hopeless'.
    """

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.seed = settings["inputs_seed"]
        self.hopeless = settings["hopeless"]
        self.at: tuple | None = None
        self.checks: list[tuple[list, list, list]] = []
        self.arguments: list = []
        self.seen_us: list[float] = []

    def __call__(self, query: Mapping[str, Any], begin: Callable[[], None]) -> dict[str, Any]:
        """Answer {'outcome': ...}, with 'ended' where this process should be replaced.

        A query has 'task', 'built' and 'best_us', the best time of the task's shape so far or None.
        """
        stages, task = Stages(), query["task"]
        rung, workload = rung_at(task.rung, tuple(task.shape))
        fresh = self.prepare(task, workload)
        begin()
        ended = False
        try:
            with stages("load"):
                run = self.load(query["built"])
            with stages("verify"):
                try:
                    self.verify(run, task, rung, workload)
                except Wrong:
                    if fresh:
                        raise
                    self.forget()
                    self.prepare(task, workload)
                    self.verify(run, task, rung, workload)
            with stages("time"):
                times, pruned = self.times(run, query["best_us"])
            outcome = Outcome("ok", times, pruned=pruned)
        except Wrong as error:
            # It may have written anywhere.
            self.forget()
            outcome = Outcome("wrong", message=str(error))
        except Ended as error:
            ended = True
            kind = "limit" if TOO_MUCH in str(error) else "crash"
            outcome = Outcome(kind, message=str(error))
        except OSError as error:
            if answer := full_disk(error):
                return answer
            raise
        except (RuntimeError, ValueError, TypeError) as error:
            outcome = Outcome("crash", message=f"does not run: {error}".partition("\n")[0])
        return {"outcome": outcome, "stages_s": stages.seconds, "ended": ended}

    # --- data -------------------------------------------------------------------------------------

    def prepare(self, task: Task, workload: Workload) -> bool:
        """Make the data of a task's workload; False where it is there already."""
        at = (task.rung, tuple(task.shape))
        if self.at == at:
            return False
        self.forget()
        self.at = at
        self.make(workload)
        return True

    def make(self, workload: Workload) -> None:
        """Inputs, results and tolerances of each kind of input, and arguments for timing."""
        for kind in ("random", "integer") if workload.exact else ("random",):
            expected = Expected.of(workload, np.random.default_rng(self.seed), kind)
            tensors = [tvm.runtime.tensor(array) for array in expected.inputs]
            self.checks.append((tensors, expected))
        outputs = [tvm.runtime.empty(shape, dtype) for shape, dtype in workload.outputs()]
        self.arguments = [*self.checks[0][0], *outputs]

    def forget(self) -> None:
        """Free the data, or have it made anew."""
        self.at = None
        self.checks, self.arguments = [], []

    # --- a candidate ------------------------------------------------------------------------------

    def load(self, built: Mapping[str, bytes]) -> Any:
        with tempfile.NamedTemporaryFile(suffix=".ll") as file:
            file.write(built["llvm"])
            file.flush()
            # Asking for the function makes its machine code.
            return tvm.runtime.load_module(file.name)["main"]

    def verify(self, run: Any, task: Task, rung: Rung, workload: Workload) -> None:
        """Run on every kind of input. Raises Wrong."""
        self.seen_us = []
        for arguments, expected in self.checks:
            poisons = [poisoned(shape, dtype) for shape, dtype in workload.outputs()]
            outputs = [tvm.runtime.tensor(one) for one in poisons]
            start = time.perf_counter()
            run(*arguments, *outputs)
            self.seen_us.append((time.perf_counter() - start) * 1e6)
            apart = difference([output.numpy() for output in outputs], expected)
            if apart.message:
                raise Wrong(apart.message)

    def times(self, run: Any, best_us: float | None) -> tuple[tuple[float, ...], bool]:
        """Microseconds a run, and whether timing was cut short.

        For a hopeless candidate those are the runs that found it right.
        """

        if self.is_hopeless(self.seen_us, best_us):
            return tuple(self.seen_us), True

        def sample(runs: int) -> float:
            start = time.perf_counter()
            for _ in range(runs):
                run(*self.arguments)
            return (time.perf_counter() - start) / runs * 1e6

        runs = max(1, round(SAMPLE_S * 1e6 / sample(1)))
        found: list[float] = []
        while len(found) < LEAST_SAMPLES or (
            len(found) < MOST_SAMPLES and sum(found) * runs < CANDIDATE_S * 1e6
        ):
            found.append(sample(runs))
        return tuple(found), False

    def is_hopeless(self, times_us: Sequence[float], best_us: float | None) -> bool:
        """Whether all these times are far from the best: a pause of the machine is not all."""
        if not self.hopeless or best_us is None:
            return False
        return min(times_us) > self.hopeless * best_us + LAUNCH_US


def make_cpu(settings: Mapping[str, Any]) -> CpuRunner:
    """In a fresh process; `settings` may have 'threads'."""
    from schedules.timing.cpu import TVM_THREADS, pool_threads

    if settings.get("threads"):
        os.environ[TVM_THREADS] = str(settings["threads"])
    pool_threads()
    return CpuRunner(settings)


# --- on a GPU -------------------------------------------------------------------------------------


class GpuRunner(CpuRunner):
    """Candidates on the first visible GPU, through torch."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        super().__init__(settings)
        import tvm_ffi

        from schedules.gpu import cuda

        self.torch = cuda()
        self.cubins: dict[str, bytes] = {}
        self.references: Any = None
        self.stage: Any = None
        # A library made where there is no CUDA brings text, for which its machine code came along.
        tvm_ffi.register_global_func(
            "tvm_callback_cuda_compile", lambda source: self.cubins[digest(source)], override=True
        )

    def make(self, workload: Workload) -> None:
        from schedules.timing.gpu import TensorSets

        self.stage = TensorSets(workload)
        self.references = kept_references(self.seed)

    def forget(self) -> None:
        self.at = None
        self.stage = self.references = None
        self.torch.cuda.empty_cache()

    def load(self, built: Mapping[str, bytes]) -> Any:
        self.cubins = {digest(built["source"].decode()): built["cubin"]}
        with tempfile.NamedTemporaryFile(suffix=".so") as file:
            file.write(built["library"])
            file.flush()
            return tvm.runtime.load_module(file.name)["main"]

    def verify(self, run: Any, task: Task, rung: Rung, workload: Workload) -> None:
        from schedules.checks.on_gpu import verify_on_device

        for result in verify_on_device([Loaded(rung, task, workload, run)], self.references):
            message = result.difference.message
            if message.startswith("does not run"):
                raise Ended(message.partition("\n")[0])
            if message:
                raise Wrong(message)

    def times(self, run: Any, best_us: float | None) -> tuple[tuple[float, ...], bool]:
        """By CUDA events, of a graph of launches on rotating inputs where a launch is short."""
        from schedules.timing import gpu as bench
        from schedules.timing.contest import Contestant

        def launch(inputs: Sequence, outputs: Sequence) -> None:
            run(*inputs, *outputs)

        contestant = Contestant("candidate", launch)

        def once() -> float:
            return bench.elapsed_us(lambda: self.stage.launch(launch, 1))

        try:
            few = [once() for _ in range(FEW)]
            if self.is_hopeless(few, best_us):
                return tuple(few), True
            bench.measure([contestant], self.stage)
        except RuntimeError as error:
            raise Ended(f"does not run: {error}".partition("\n")[0]) from None
        finally:
            contestant.graph = None
        return tuple(contestant.samples_us), False


def digest(source: str) -> str:
    return hashlib.sha256(source.encode()).hexdigest()


class Loaded:
    """A candidate as verification wants a kernel; its module is made when an error is explained."""

    def __init__(self, rung: Rung, task: Task, workload: Workload, run: Any) -> None:
        self.rung = rung
        self.workload = workload
        self.executable = {"main": run}
        self._scheduled = partial(scheduled, task, rung, workload)

    @property
    def step(self) -> Step:
        return Step(1, "candidate", "", self._scheduled(), ())


def kept_references(seed: int) -> Any:
    """References that keep what they have for every kind of input, on inputs of another seed."""
    from schedules.checks.on_gpu import References
    from schedules.gpu import cuda

    class Kept(References):
        def __init__(self) -> None:
            super().__init__()
            self.all: dict[Any, Any] = {}

        def get(self, workload: Workload, kind: str, inputs_seed: int) -> Expected:
            key = (workload, kind, inputs_seed)
            if key not in self.all:
                free, _ = cuda().cuda.mem_get_info()
                made = super().get(workload, kind, inputs_seed + SEEDS_APART * seed)
                if 3 * size_of(made) > free * KEPT_SHARE:
                    return made
                self.all[key] = made
            return self.all[key]

    return Kept()


# `verify_on_device` uses a few seeds of its own, from 0 on.
SEEDS_APART = 1000


def size_of(made: Expected) -> int:
    """Bytes of a reference's tensors."""
    parts = (made.inputs, made.outputs, made.tolerances)
    tensors = [one for part in parts for one in part if hasattr(one, "element_size")]
    return sum(one.element_size() * one.numel() for one in tensors)


def make_gpu(settings: Mapping[str, Any]) -> GpuRunner:
    """In a fresh process, which sees one GPU. Raises NoGpu."""
    return GpuRunner(settings)
