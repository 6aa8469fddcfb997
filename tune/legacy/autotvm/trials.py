"""One call of `Tuner.tune`: configs as candidates, and what came of each."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator
from typing import TYPE_CHECKING

from schedules.errors import NoGpu, NoTool, UserError

from ...measuring.interface import BuildRequest, Outcome
from . import callback
from .measure import MeasureInput, MeasureResult, cost_of, result_of
from .points import Point
from .space import ConfigEntity, InstantiationError
from .task import Task

if TYPE_CHECKING:
    from .tuner import Tuner

logger = logging.getLogger("autotvm")


class Trials:
    """One call of `tune`."""

    def __init__(self, tuner: Tuner, n_trial, early_stopping, callbacks, si_prefix: str) -> None:
        self.tuner = tuner
        self.n_trial = n_trial
        self.patience = early_stopping or n_trial
        self.callbacks = callbacks
        self.si_prefix = si_prefix
        self.begun = self.done = self.failed = 0
        self.error = ""
        self.under_way: dict[str, tuple[Point, ConfigEntity]] = {}
        tuner.best_iter = 0

    def candidates(self) -> Iterator[BuildRequest]:
        """What is to be built. A config that has no schedule is kept as failed at once."""
        space, strategy = self.tuner.space, self.tuner.strategy
        while self.begun < self.n_trial and self.done < self.tuner.best_iter + self.patience:
            point = strategy.propose()
            if point is None:
                return
            self.begun += 1
            config = space.get(space.knob2point(point))
            key = str(config.index)
            self.under_way[key] = (point, config)
            try:
                candidate = self.tuner.task.candidate(config)
            except InstantiationError as error:
                self.keep(key, Outcome("limit", message=str(error)))
            except (NoGpu, NoTool):
                raise
            except UserError as error:
                self.keep(key, Outcome("compile error", message=str(error)))
            except Exception as error:  # a template is anybody's code
                self.keep(key, Outcome("compile error", message=_said(error, self.tuner.task)))
            else:
                yield candidate

    def keep(self, key: str, outcome: Outcome) -> None:
        """Take in what came of a candidate."""
        tuner = self.tuner
        point, config = self.under_way.pop(key)
        inp = MeasureInput(tuner.task.target, tuner.task, config)
        result = result_of(outcome)
        tuner.strategy.observe(point, time_us(result))
        flops = callback.speed(inp, result)
        if result.error_no == 0:
            config.cost = cost_of(result)
        else:
            self.failed += 1
            self.error = outcome.message
        if flops > tuner.best_flops:
            tuner.best_flops, tuner.best_iter = flops, self.done
            tuner.best_config, tuner.best_measure_pair = config, (inp, result)
        self.done += 1
        unit = callback.PREFIXES[self.si_prefix]
        logger.debug(
            "No: %d\t%sFLOPS: %.2f/%.2f\tresult: %s\t%s",
            self.done,
            self.si_prefix,
            flops / unit,
            tuner.best_flops / unit,
            result,
            config,
        )
        for call in self.callbacks:
            call(tuner, [inp], [result])

    def end(self) -> None:
        if self.done and self.failed == self.done:
            logger.warning(
                "Could not find any valid schedule for task %s. The last of %d errors: %s",
                self.tuner.task,
                self.failed,
                self.error,
            )


def _said(error: Exception, task: Task) -> str:
    """An error of a template's own, with its line."""
    frames = traceback.extract_tb(error.__traceback__)
    file = task.func.__code__.co_filename
    line = next((frame.lineno for frame in reversed(frames) if frame.filename == file), None)
    where = "" if line is None else f"{file}:{line}: "
    return f"{where}{type(error).__name__}: {error}"


def time_us(result: MeasureResult) -> float | None:
    """What a strategy observes."""
    return None if result.error_no else cost_of(result) * 1e6
