"""AutoTVM's measuring options and results."""

from __future__ import annotations

import enum
import time
from collections import namedtuple
from collections.abc import Mapping
from typing import Any

from te_compat.calls import refuse
from tune.measuring.interface import ClusterTable, MeasureOptions, Outcome
from tune.records.lines import median

from .space import InstantiationError

MeasureInput = namedtuple("MeasureInput", ["target", "task", "config"])


class MeasureErrorNo(enum.IntEnum):
    """The outcome of a candidate."""

    NO_ERROR = 0
    INSTANTIATION_ERROR = 1
    COMPILE_HOST = 2
    COMPILE_DEVICE = 3
    RUNTIME_DEVICE = 4
    WRONG_ANSWER = 5
    BUILD_TIMEOUT = 6
    RUN_TIMEOUT = 7
    UNKNOWN_ERROR = 8


class MeasureResult(namedtuple("MeasureResult", ["costs", "error_no", "all_cost", "timestamp"])):
    """Times in seconds, or a message and an exception if `error_no` is not 0.

    `all_cost` is the seconds that measuring took, `timestamp` when it ended (since 1970).
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return (
            f"MeasureResult(costs={self.costs!r}, error_no={MeasureErrorNo(self.error_no)}, "
            f"all_cost={self.all_cost}, timestamp={self.timestamp!r})"
        )


def cost_of(result: MeasureResult) -> float:
    """Seconds of a run: the median. AutoTVM used the mean, which includes every pause."""
    return median(result.costs) or 0.0


ERRORS = {
    "ok": MeasureErrorNo.NO_ERROR,
    # A kernel that exceeds its target's limits was refused when it was instantiated.
    "limit": MeasureErrorNo.INSTANTIATION_ERROR,
    "compile error": MeasureErrorNo.COMPILE_HOST,
    "wrong": MeasureErrorNo.WRONG_ANSWER,
    "crash": MeasureErrorNo.RUNTIME_DEVICE,
}


def result_of(outcome: Outcome) -> MeasureResult:
    """Convert an outcome of `tune` to AutoTVM's result."""
    spent = sum(outcome.stages_s.values(), 0.0)
    if outcome.kind == "ok":
        costs = tuple(float(f"{time_us * 1e-6:.6g}") for time_us in outcome.times_us)
        return MeasureResult(costs, 0, spent, time.time())
    if outcome.kind == "time-out":
        # The pool says which part took too long.
        building = outcome.message.startswith("the build")
        number = MeasureErrorNo.BUILD_TIMEOUT if building else MeasureErrorNo.RUN_TIMEOUT
    else:
        number = ERRORS[outcome.kind]
    kind = InstantiationError if number == MeasureErrorNo.INSTANTIATION_ERROR else RuntimeError
    costs = (outcome.message, kind(outcome.message))
    return MeasureResult(costs, int(number), spent, time.time())


# --- Options --------------------------------------------------------------------------------------


class LocalBuilder:
    """Builds in separate processes, at most `timeout` seconds each.

    `n_parallel` is the number of processes, by default one per core. AutoTVM's other options
    configure its own processes and have no effect; a custom `build_func` is refused.
    """

    def __init__(
        self,
        timeout: float = 10,
        n_parallel: int | None = None,
        build_kwargs: Mapping[str, Any] | None = None,
        build_func="default",
        do_fork: bool = False,
        runtime=None,
    ) -> None:
        if build_func != "default":
            raise refuse("a custom build_func= is not supported; leave it out")
        if build_kwargs or runtime is not None:
            raise refuse("build_kwargs= and runtime= have no effect; leave them out")
        self.timeout = timeout
        self.n_parallel = n_parallel


class Runner:
    """Runs candidates in separate processes, at most `timeout` seconds each.

    The measurer decides how often a candidate runs (`docs/tuning.md`), so `number`,
    `repeat`, `min_repeat_ms` and `cooldown_interval` are accepted and ignored. The output of each
    candidate is verified before it is timed, with or without `check_correctness`.
    """

    def __init__(
        self,
        timeout: float = 10,
        number: int = 4,
        repeat: int = 3,
        min_repeat_ms: int = 0,
        cooldown_interval: float = 0.1,
        enable_cpu_cache_flush: bool = False,
        module_loader=None,
    ) -> None:
        if enable_cpu_cache_flush:
            raise refuse(
                "enable_cpu_cache_flush= is not supported: candidates are timed with the cache as "
                "the previous run left it; leave it out"
            )
        if module_loader is not None:
            raise refuse("module_loader= is not supported; leave it out")
        self.timeout = timeout
        self.number, self.repeat, self.min_repeat_ms = number, repeat, min_repeat_ms
        self.cooldown_interval = cooldown_interval


class LocalRunner(Runner):
    """Runs candidates on this machine."""

    def __init__(self, *options, check_correctness: bool = True, **named) -> None:
        super().__init__(*options, **named)


class RPCRunner(Runner):
    """Runs candidates on the workers of a Dask cluster, whose scheduler is at HOST:PORT.

    A key has no meaning there.
    """

    def __init__(
        self,
        key: str,
        host: str,
        port: int,
        priority: int = 1,
        timeout: float = 10,
        n_parallel: int | None = None,
        *options,
        **named,
    ) -> None:
        super().__init__(timeout, *options, **named)
        self.key, self.host, self.port = key, host, port


def measure_option(builder, runner) -> dict[str, Any]:
    """How to measure: a builder and a runner, 'local' for those of this machine."""
    builder = LocalBuilder() if builder == "local" else builder
    runner = LocalRunner() if runner == "local" else runner
    for what, given, kind in (("builder", builder, LocalBuilder), ("runner", runner, Runner)):
        if not isinstance(given, kind):
            raise refuse(
                f"{what}={given!r} is not supported; use autotvm.LocalBuilder() and "
                "autotvm.LocalRunner() "
                "or RPCRunner(...)"
            )
    return {"builder": builder, "runner": runner}


def options(measure_option: Mapping[str, Any], kind: str) -> MeasureOptions:
    """Convert the options to those of the measurer, for targets of a kind."""
    builder, runner = measure_option["builder"], measure_option["runner"]
    where = {}
    if isinstance(runner, RPCRunner):
        where = {"cluster": ClusterTable(scheduler=f"tcp://{runner.host}:{runner.port}")}
    return MeasureOptions(
        kind=kind,
        builders=builder.n_parallel or None,
        build_timeout_s=float(builder.timeout),
        run_timeout_s=float(runner.timeout),
        **where,
    )
