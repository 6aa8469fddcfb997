"""Tuners: AutoTVM's names for this project's strategies."""

from __future__ import annotations

import contextlib
import itertools
import logging
import random
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import tvm

from gpusim.errors import NoTool, UserError
from schedules.core.errors import NoGpu
from te_compat.calls import here, refuse
from te_compat.session import session
from tune.measuring.interface import BuildRequest, Outcome
from tune.measuring.pool import Pool
from tune.strategies import Strategy
from tune.strategies.bayesian import Bayesian
from tune.strategies.grid import Grid, Random

from . import callback
from .measure import LocalRunner, MeasureInput, MeasureResult, cost_of, options, result_of
from .space import ConfigEntity, ConfigSpace, InstantiationError, Point
from .task import Task

logger = logging.getLogger("autotvm")

# Number of random configs that are examined of a larger space.
MOST_POINTS = 50_000


class Tuner:
    """Proposes configs of a task, has them measured, and keeps the best.

    Attributes
    ----------
    best_config : ConfigEntity or None
    best_flops : float
        Operations a second.
    best_iter : int
        Which trial it was, from 0.
    """

    def __init__(self, task: Task) -> None:
        if task.config_space is None:
            raise refuse(
                "the task has no space; create it with autotvm.task.create", type(self).__name__
            )
        self.task = task
        self.space: ConfigSpace = task.config_space
        # Reproducible if the script seeds NumPy, as in AutoTVM.
        self.seed = int(np.random.randint(2**31))
        self.strategy = self._strategy()
        self.reset()

    def _strategy(self) -> Strategy:
        raise NotImplementedError

    def _valid(self, indices: Iterable[int]) -> Iterator[Point]:
        return (
            tuple(self.space.point2knob(index))
            for index in indices
            if self.space.is_index_valid(index)
        )

    def _points(self, every: range | None = None) -> list[Point]:
        """Points of the indices, by default of all configs; at most MOST_POINTS random ones."""
        chosen = every = range(self.space.range_length) if every is None else every
        if len(every) > MOST_POINTS:
            chosen = random.Random(self.seed).sample(every, MOST_POINTS)
        if points := list(self._valid(chosen)):
            return points
        raise refuse("multi_filter excludes every config; relax it", "tuner")

    def reset(self) -> None:
        """Forget the best."""
        self.best_config: ConfigEntity | None = None
        self.best_flops = 0.0
        self.best_measure_pair: tuple[MeasureInput, MeasureResult] | None = None
        self.best_iter = 0

    def set_error_threshold(self, threshold: int) -> None:
        """Accepted and not used: every error is logged at level DEBUG."""

    def load_history(self, data_set: Iterable, min_seed_records: int = 500) -> None:
        """Learn from records of the same workload, if there are enough.

        They are not measured again.
        """
        known = []
        for inp, result in data_set:
            if inp.task.workload == self.task.workload:
                knobs = self.space.space_map.items()
                # A config that is not in the space is skipped.
                with contextlib.suppress(UserError, ValueError):
                    point = tuple(knob.entities.index(inp.config[name]) for name, knob in knobs)
                    known.append((point, result))
        if len(known) >= min_seed_records:
            for point, result in known:
                self._observe(point, result)

    def _observe(self, point: Point, result: MeasureResult) -> None:
        self.strategy.observe(point, None if result.error_no else cost_of(result) * 1e6)

    # --- Tuning -----------------------------------------------------------------------------------

    def tune(
        self,
        n_trial: int,
        measure_option: Mapping[str, Any],
        early_stopping: int | None = None,
        callbacks: Sequence[Callable] = (),
        si_prefix: str = "G",
    ) -> None:
        """Measure up to `n_trial` configs.

        Parameters
        ----------
        measure_option : dict
            From `autotvm.measure_option`.
        early_stopping : int, optional
            End after so many trials without a better one; those under way are still measured.
        callbacks : sequence of callable
            Called after each with (tuner, [MeasureInput], [MeasureResult]).

        Raises
        ------
        NoGpu, NoTool
            Nothing can be measured here.
        """
        if session().only_lower:
            session().skipped = True
            return
        if not isinstance(measure_option, Mapping) or {"builder", "runner"} - set(measure_option):
            raise refuse(
                "measure_option is invalid; use autotvm.measure_option(builder=..., runner=...)"
            )
        unit = callback.unit_of(si_prefix)
        local = isinstance(measure_option["runner"], LocalRunner)
        if local and self.task.kind == "cuda" and not tvm.cuda(0).exist:
            raise NoGpu(
                here("tune").refusal(
                    "tuning for CUDA needs a GPU, and this machine has none; run the script on a "
                    "machine with a GPU, or use autotvm.RPCRunner with the host and port of a Dask "
                    "scheduler"
                )
            )
        trials = _Trials(self, n_trial, early_stopping or n_trial, callbacks, (si_prefix, unit))
        measurer = Pool(options(measure_option, self.task.kind))
        try:
            for candidate, outcome in measurer.measure(trials.candidates()):
                trials.keep(int(candidate.key), outcome)
        finally:
            measurer.close()
            for call in callbacks:
                if hasattr(call, "finish"):
                    call.finish()
        if trials.failed == trials.done > 0:
            logger.warning(
                "Could not find any valid schedule for task %s. The last of %d errors: %s",
                self.task,
                trials.failed,
                trials.error,
            )


class _Trials:
    """One call of `Tuner.tune`: configs as candidates, and their outcomes."""

    def __init__(self, tuner: Tuner, n_trial: int, patience: int, callbacks, unit) -> None:
        self.tuner = tuner
        self.n_trial, self.patience = n_trial, patience
        self.callbacks, self.unit = callbacks, unit
        self.begun = self.done = self.failed = 0
        self.error = ""
        tuner.best_iter = 0

    def candidates(self) -> Iterator[BuildRequest]:
        """Requests to build; a config without a schedule is recorded as failed."""
        task, space, strategy = self.tuner.task, self.tuner.space, self.tuner.strategy
        while self.begun < self.n_trial and self.done < self.tuner.best_iter + self.patience:
            point = strategy.propose()
            if point is None:
                return
            self.begun += 1
            index = space.knob2point(point)
            try:
                candidate = task.candidate(space.get(index))
            except (NoGpu, NoTool):
                raise
            except InstantiationError as error:
                self.keep(index, Outcome("limit", message=str(error)))
            except Exception as error:  # A template is user code and may raise anything.
                text = str(error) if isinstance(error, UserError) else _error_text(error, task)
                self.keep(index, Outcome("compile error", message=text))
            else:
                yield candidate

    def keep(self, index: int, outcome: Outcome) -> None:
        """Record the outcome of a candidate."""
        tuner, config = self.tuner, self.tuner.space.get(index)
        inp = MeasureInput(tuner.task.target, tuner.task, config)
        result = result_of(outcome)
        tuner._observe(tuple(tuner.space.point2knob(index)), result)
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
        prefix, unit = self.unit
        text = "No: %d\t%sFLOPS: %.2f/%.2f\tresult: %s\t%s"
        speeds = flops / unit, tuner.best_flops / unit
        logger.debug(text, self.done, prefix, *speeds, result, config)
        for call in self.callbacks:
            call(tuner, [inp], [result])


def _error_text(error: Exception, task: Task) -> str:
    """An error of the template itself, with its line."""
    frames = traceback.extract_tb(error.__traceback__)
    file = task.func.__code__.co_filename
    line = next((frame.lineno for frame in reversed(frames) if frame.filename == file), None)
    where = "" if line is None else f"{file}:{line}: "
    return f"{where}{type(error).__name__}: {error}"


# --- Tuners ---------------------------------------------------------------------------------------


class GridSearchTuner(Tuner):
    """All configs in the order of their indices; `range_idx` has the first and the last."""

    def __init__(self, task: Task, range_idx: tuple[int, int] | None = None) -> None:
        self.range_idx = range_idx
        super().__init__(task)

    def _indices(self) -> range:
        first, last = self.range_idx or (0, self.space.range_length - 1)
        if not 0 <= first <= last < self.space.range_length:
            raise refuse(
                f"({first}, {last}) is not within 0 and {self.space.range_length - 1}; pass the "
                "first and the last index",
                "range_idx",
            )
        return range(first, last + 1)

    def _strategy(self) -> Strategy:
        return Grid(self._valid(self._indices()))


class RandomTuner(GridSearchTuner):
    """Configs at random, none twice."""

    def _strategy(self) -> Strategy:
        return Random(self._points(self._indices()), self.seed)


class XGBTuner(Tuner):
    """Configs that the tuner's Bayesian optimization expects to be fast, by their knobs.

    AutoTVM's options for its own model are checked and ignored.
    """

    def __init__(
        self,
        task: Task,
        plan_size: int = 64,
        feature_type: str = "itervar",
        loss_type: str = "reg",
        num_threads: int | None = None,
        optimizer: str = "sa",
        diversity_filter_ratio: float | None = None,
        log_interval: int = 50,
    ) -> None:
        for name, value, known in (
            ("feature_type", feature_type, ("itervar", "knob", "curve")),
            ("loss_type", loss_type, ("reg", "rank", "rank-binary")),
            ("optimizer", optimizer, ("sa",)),
        ):
            if value not in known:
                raise refuse(f"{name}={value!r}; use one of {', '.join(known)}")
        super().__init__(task)

    def _strategy(self) -> Strategy:
        table = [knob.features() for knob in self.space.space_map.values()]

        def features(point: Point) -> list[float]:
            return [
                *itertools.chain(*(of[choice] for of, choice in zip(table, point, strict=True)))
            ]

        def no_costs(points: Sequence[Point]) -> list[None]:
            """A template's schedules are not known before they are proposed."""
            return [None] * len(points)

        return Bayesian(self._points(), features, no_costs, self.seed)


class GATuner(XGBTuner):
    """The same in place of AutoTVM's genetic algorithm, whose options are ignored."""

    def __init__(
        self, task: Task, pop_size: int = 100, elite_num: int = 3, mutation_prob: float = 0.1
    ) -> None:
        super().__init__(task)
