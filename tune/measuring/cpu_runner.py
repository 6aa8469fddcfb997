"""Runners on a CPU: run a candidate, verify it, then time it.

Inputs, their float64 results and the sets of tensors for timing stay in memory from one candidate
to the next. A faulty candidate may have overwritten them. Before a candidate is reported as wrong,
they are therefore created again and it runs once more.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import tvm

from gpusim.errors import NoTool
from schedules.analyses.verification.compare import difference
from schedules.core.errors import NoGpu
from schedules.core.problem import Problem
from schedules.lowering.lower import poisoned
from schedules.workloads import Workload

from .build import StageClock, asked_for
from .child import full_disk
from .faults import place_of
from .interface import BuildRequest, Outcome, RunQuery

# On a CPU: seconds per sample of short runs, number of samples, and total seconds. `measure.cpu`'s
# values would take seconds per candidate.
SAMPLE_S = 0.01
LEAST_SAMPLES = 3
MOST_SAMPLES = 11
CANDIDATE_S = 0.3
# CUDA's error if a block needs more registers than there are.
TOO_MUCH = "too many resources requested"
# Host time of a single launch; a short kernel is not hopeless because of it.
LAUNCH_US = 20.0
# Candidates slower than the best by this factor are not timed in full. It is large enough that
# neither noise nor a cold start can exclude the winner.
HOPELESS = 2.0


# Seconds that a device is kept busy before it is timed under load.
LOAD_S = 0.5


class Wrong(Exception):
    """The candidate computes something else; the message says where first."""


class Ended(Exception):
    """The candidate broke the process in which it ran."""


class RepeatedRuns:
    """Outputs of runs on the same inputs; outputs that differ from the first are compared with
    float64.

    `wrong` says what is wrong with outputs, '' if nothing is; `varies` whether any differed.
    """

    def __init__(self, wrong: Callable[[Sequence], str]) -> None:
        self.wrong = wrong
        self.first: Sequence | None = None
        self.varies = False

    def take(self, outputs: Sequence, which: str) -> None:
        """Raises Wrong."""
        if self.first is not None and all(map(same_bits, outputs, self.first)):
            return
        if message := self.wrong(outputs):
            raise Wrong(f"{message}, in {which}")
        if self.first is None:
            self.first = outputs
        else:
            self.varies = True


def same_bits(first: Any, other: Any) -> bool:
    """Whether all elements of NumPy or torch arrays are equal; NaN, which is wrong anyway, never
    is."""
    return bool((first == other).all())


class CpuRunner:
    """Candidates on this machine's CPU.

    `settings` has 'inputs_seed' and 'early_stop'.
    """

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.seed = settings["inputs_seed"]
        self.early_stop = settings["early_stop"]
        self.at: tuple | None = None
        self.checks: list[tuple[list, Problem]] = []
        self.arguments: list = []
        self.seen_us: list[float] = []

    def __call__(self, query: RunQuery, begin: Callable[[], None]) -> dict[str, Any]:
        """Answer {'outcome': ...}, with 'ended' if this process should be replaced."""
        clock, request = StageClock(), query.request
        try:
            _, workload = asked_for(request)
            fresh = self.prepare(request, workload)
        except (MemoryError, NoGpu, NoTool):
            raise
        except Exception as error:  # User code, as a workload, may raise anything.
            self.forget()
            message = f"no inputs or reference: {type(error).__name__}: {error}".partition("\n")[0]
            return {"outcome": Outcome("crash", message=message + place_of(error))}
        begin()
        ended = False
        try:
            with clock("load"):
                run = self.load(query.built)
            with clock("verify"):
                try:
                    self.verify(run, request)
                except Wrong:
                    if fresh:
                        raise
                    self.forget()
                    self.prepare(request, workload)
                    self.verify(run, request)
            with clock("time"):
                if request.load:
                    self.busy(run)
                times, pruned = self.times(run, query.best_us)
            with clock("check"):
                varies = self.check_timed(run, request, not pruned)
            outcome = Outcome("ok", times, pruned=pruned, varies=varies)
        except Wrong as error:
            # The candidate may have written anywhere.
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
        return {"outcome": outcome, "stages_s": clock.seconds, "ended": ended}

    # --- Data -------------------------------------------------------------------------------------

    def prepare(self, request: BuildRequest, workload: Workload) -> bool:
        """Create the data of a request's workload; False if it exists already."""
        rung_and_shape = (request.rung, request.shape)
        if self.at == rung_and_shape:
            return False
        self.forget()
        self.at = rung_and_shape
        self.make(workload)
        return True

    def make(self, workload: Workload) -> None:
        """Inputs, results and tolerances of each kind of input, and arguments for timing."""
        for kind in ("random", "integer") if workload.exact else ("random",):
            expected = Problem.of(workload, np.random.default_rng(self.seed), kind)
            tensors = [tvm.runtime.tensor(array) for array in expected.inputs]
            self.checks.append((tensors, expected))
        outputs = [tvm.runtime.empty(shape, dtype) for shape, dtype in workload.outputs()]
        self.arguments = [*self.checks[0][0], *outputs]

    def forget(self) -> None:
        """Free the data, so that it is created again."""
        self.at = None
        self.checks, self.arguments = [], []

    # --- A candidate ------------------------------------------------------------------------------

    def load(self, built: Mapping[str, bytes]) -> Any:
        with tempfile.NamedTemporaryFile(suffix=".ll") as file:
            file.write(built["llvm"])
            file.flush()
            # Looking up the function compiles it.
            return tvm.runtime.load_module(file.name)["main"]

    def verify(self, run: Any, request: BuildRequest) -> None:
        """Run on every kind of input. Raises Wrong."""
        _, workload = asked_for(request)
        self.seen_us = []
        for arguments, expected in self.checks:
            outputs = [tvm.runtime.tensor(poisoned(*output)) for output in workload.outputs()]
            start = time.perf_counter()
            run(*arguments, *outputs)
            self.seen_us.append((time.perf_counter() - start) * 1e6)
            apart = difference([output.numpy() for output in outputs], expected, norms=False)
            if apart.message:
                raise Wrong(apart.message)

    def times(self, run: Any, best_us: float | None) -> tuple[tuple[float, ...], bool]:
        """Microseconds per run, and whether timing was stopped early.

        For a hopeless candidate these are a few single runs. The first runs, which verified it, are
        cold: a short kernel is run further until it would be warm.
        """
        while self.is_hopeless(self.seen_us, best_us):
            if sum(self.seen_us) >= SAMPLE_S * 1e6:
                return tuple(self.seen_us[-LEAST_SAMPLES:]), True
            self.seen_us.append(self.sample(run, 1))
        for output in self.arguments[len(self.checks[0][0]) :]:
            output.copyfrom(poisoned(output.shape, str(output.dtype)))
        return self.sampled(run), False

    def sampled(self, run: Any) -> tuple[float, ...]:
        """Microseconds per run, for as many samples as there is time for."""

        runs = max(1, round(SAMPLE_S * 1e6 / self.sample(run, 1)))
        times: list[float] = []
        while len(times) < LEAST_SAMPLES or (
            len(times) < MOST_SAMPLES and sum(times) * runs < CANDIDATE_S * 1e6
        ):
            times.append(self.sample(run, runs))
        return tuple(times)

    def sample(self, run: Any, runs: int) -> float:
        """Microseconds per run, for a number of consecutive runs."""
        start = time.perf_counter()
        for _ in range(runs):
            run(*self.arguments)
        return (time.perf_counter() - start) / runs * 1e6

    def busy(self, run: Any) -> None:
        """Run for a while without a pause."""
        until = time.perf_counter() + LOAD_S
        while time.perf_counter() < until:
            run(*self.arguments)

    def check_timed(self, run: Any, request: BuildRequest, timed: bool) -> bool:
        """Whether bits differ between runs on the same inputs; raises Wrong.

        The output of the last timed run is compared as well, if there was one.
        """
        _, workload = asked_for(request)
        inputs, expected = self.checks[0]
        runs = RepeatedRuns(lambda outputs: difference(outputs, expected, norms=False).message)
        if timed:
            outputs = [output.numpy() for output in self.arguments[len(inputs) :]]
            runs.take(outputs, "the last timed run")
        for number in range(request.checked_runs or 1):
            outputs = [tvm.runtime.tensor(poisoned(*output)) for output in workload.outputs()]
            run(*inputs, *outputs)
            runs.take([output.numpy() for output in outputs], f"checked run {number + 1}")
        return runs.varies

    def is_hopeless(self, times_us: Sequence[float], best_us: float | None) -> bool:
        """Whether all these times are far from the best.

        A single slow time may be due to a pause of the machine.
        """
        if not self.early_stop or best_us is None:
            return False
        return min(times_us) > HOPELESS * best_us + LAUNCH_US


def make_runner(settings: Mapping[str, Any]) -> CpuRunner:
    """Create the runner in a new process."""
    from schedules.measure.cpu import pool_threads

    pool_threads()
    return CpuRunner(settings)
