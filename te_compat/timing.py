"""Benchmark loops of scripts, which are limited to some seconds regardless of the requested
runs."""

from __future__ import annotations

import time
import timeit as pythons
from collections.abc import Callable
from types import ModuleType, SimpleNamespace

from .calls import here, notice
from .session import session

# Limits in seconds: of one measurement, and of all of a script's, after which each gets a tenth.
SECONDS = 2.0
SECONDS_OF_A_SCRIPT = 40.0


def limit() -> float:
    """Seconds that the next measurement may take."""
    return SECONDS if session().timed < SECONDS_OF_A_SCRIPT else SECONDS / 10


def fewer(asked: int, took: float, method: str) -> int:
    """The number of runs to make if `asked` runs were requested and one takes `took` seconds: at
    least one, at most `limit()`."""
    runs = min(asked, max(1, int(limit() / max(took, 1e-9))))
    if runs < asked:
        notice(here(method), f"{runs} of {asked} runs are timed, which take about {limit():.1g} s")
    return runs


def seconds(took: float) -> SimpleNamespace:
    """The result of a time evaluator for one run."""
    return SimpleNamespace(mean=took, median=took, results=[took])


def _seconds_of(function: Callable[[], object]) -> float:
    started = time.perf_counter()
    function()
    return time.perf_counter() - started


def evaluate(function: Callable[[], object], evaluator: Callable, number: int, repeat: int):
    """Call `function` once or twice, then the evaluator that `evaluator(number, repeat)` makes.

    If there is time for one run only, it is this call.
    """
    took = _seconds_of(function)
    if took < limit() / 2:
        # The first call of a function also links it.
        took = _seconds_of(function)
    runs = fewer(number * repeat, took, "time_evaluator")
    if took > limit() / 2:
        return seconds(took)
    repeat = min(repeat, runs)
    session().timed += took * runs
    return evaluator(runs // repeat, repeat)()


class Timer(pythons.Timer):
    """`timeit.Timer`; skipped runs count with the time of the others."""

    def timeit(self, number: int = pythons.default_number) -> float:
        if session().only_lower:
            return 1.0
        done, took = 0, 0.0
        most = limit()
        while done < number and took < most:
            runs = min(number - done, max(done, 1))
            took += super().timeit(runs)
            done += runs
        session().timed += took
        if done < number:
            notice(here("timeit"), f"{done} of {number} runs are timed: the others are skipped")
        return took * number / max(done, 1)


timeit = ModuleType("timeit")
timeit.__getattr__ = lambda name: getattr(pythons, name)
timeit.Timer = Timer


def _timeit(stmt="pass", setup="pass", timer=pythons.default_timer, number=10**6, globals=None):
    return Timer(stmt, setup, timer, globals).timeit(number)


def _repeat(
    stmt="pass", setup="pass", timer=pythons.default_timer, repeat=5, number=10**6, globals=None
):
    return Timer(stmt, setup, timer, globals).repeat(repeat, number)


timeit.timeit, timeit.repeat = _timeit, _repeat
