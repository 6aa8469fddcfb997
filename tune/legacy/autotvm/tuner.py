"""Tuners: AutoTVM's names for this project's strategies, over the configs of a template."""

from __future__ import annotations

import itertools
import logging
import random
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import tvm

from schedules.errors import NoGpu, NoTool, UserError
from schedules.legacy.calls import here, refuse
from schedules.legacy.session import session

from ...measure import open_measurer
from ...strategies import Strategy
from ...strategies.grid import Grid
from ...strategies.random import Random
from ...strategies.ranking import Ranking
from ...task import Outcome
from ...task import Task as Candidate
from . import callback
from .measure import LocalRunner, MeasureInput, MeasureResult, cost_of, options, result_of
from .refusal import names_missing_in
from .space import ConfigEntity, ConfigSpace, InstantiationError
from .task import Task

logger = logging.getLogger("autotvm")

# Of a larger space so many configs at random are looked at.
MOST_POINTS = 50_000

Point = tuple[int, ...]


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
                type(self).__name__, "the task has no space", "make it with autotvm.task.create"
            )
        self.task = task
        self.space: ConfigSpace = task.config_space
        # Repeatable where the script seeds NumPy, as it was.
        self.seed = int(np.random.randint(2**31))
        self.strategy = self._strategy()
        self.reset()

    def _strategy(self) -> Strategy:
        raise NotImplementedError

    def reset(self) -> None:
        """Forget the best."""
        self.best_config: ConfigEntity | None = None
        self.best_flops = 0.0
        self.best_measure_pair: tuple[MeasureInput, MeasureResult] | None = None
        self.best_iter = 0

    def set_error_threshold(self, threshold: int) -> None:
        """Taken and not used: every error is logged at the level DEBUG."""

    def load_history(self, data_set: Iterable, min_seed_records: int = 500) -> None:
        """Learn from records of the same workload, if they are many enough.

        They are not measured again.
        """
        found = []
        for inp, result in data_set:
            point = self._point(inp.config) if inp.task.workload == self.task.workload else None
            if point is not None:
                found.append((point, result))
        if len(found) >= min_seed_records:
            for point, result in found:
                self.strategy.observe(point, time_us(result))

    def _point(self, config: ConfigEntity) -> Point | None:
        """Where a config stands in the space; None where it does not."""
        try:
            return tuple(
                knob.entities.index(config[name]) for name, knob in self.space.space_map.items()
            )
        except (UserError, ValueError):
            return None

    # --- tuning -----------------------------------------------------------------------------------

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
                "tune",
                "measure_option is no such option",
                "give autotvm.measure_option(builder=..., runner=...)",
            )
        if si_prefix not in callback.PREFIXES:
            raise refuse("tune", f"{si_prefix!r} is no prefix", "use 'M', 'G' or 'T'")
        local = isinstance(measure_option["runner"], LocalRunner)
        if local and self.task.kind == "cuda" and not tvm.cuda(0).exist:
            raise NoGpu(
                f"{here('tune').where}: tune: tuning for CUDA times kernels on a GPU, and there is "
                "none here; run the script where there is one, or give autotvm.RPCRunner the "
                "workers of `tune worker`"
            )
        trials = _Trials(self, n_trial, early_stopping, callbacks, si_prefix)
        measurer = open_measurer(options(measure_option, self.task))
        try:
            for candidate, outcome in measurer.measure(trials.candidates()):
                trials.keep(candidate.key, outcome)
        finally:
            measurer.close()
            for one in callbacks:
                if hasattr(one, "finish"):
                    one.finish()
        trials.end()


class _Trials:
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

    def candidates(self) -> Iterator[Candidate]:
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
                self.keep(key, Outcome("compile error", message=said(error, self.tuner.task)))
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
        for one in self.callbacks:
            one(tuner, [inp], [result])

    def end(self) -> None:
        if self.done and self.failed == self.done:
            logger.warning(
                "Could not find any valid schedule for task %s. The last of %d errors: %s",
                self.tuner.task,
                self.failed,
                self.error,
            )


def said(error: Exception, task: Task) -> str:
    """An error of a template's own, with its line."""
    frames = traceback.extract_tb(error.__traceback__)
    file = task.func.__code__.co_filename
    line = next((one.lineno for one in reversed(frames) if one.filename == file), None)
    where = "" if line is None else f"{file}:{line}: "
    return f"{where}{type(error).__name__}: {error}"


def time_us(result: MeasureResult) -> float | None:
    """What a strategy observes."""
    return None if result.error_no else cost_of(result) * 1e6


# --- configs as points ----------------------------------------------------------------------------


def points(space: ConfigSpace, seed: int, within: tuple[int, int] | None = None) -> list[Point]:
    """The configs as places of their knobs' entities: all of them, or MOST_POINTS at random.

    `within` is the first and the last index that count.
    """
    every = indices(space, within)
    chosen = every
    if len(every) > MOST_POINTS:
        chosen = random.Random(seed).sample(every, MOST_POINTS)
    found = [tuple(space.point2knob(at)) for at in chosen if space.is_index_valid(at)]
    if not found:
        raise refuse("tuner", "multi_filter leaves no config", "loosen it")
    return found


def indices(space: ConfigSpace, within: tuple[int, int] | None) -> range:
    first, last = within or (0, space.range_length - 1)
    if not 0 <= first <= last < space.range_length:
        raise refuse(
            "range_idx",
            f"({first}, {last}) is not within 0 and {space.range_length - 1}",
            "give the first and the last index",
        )
    return range(first, last + 1)


class GridSearchTuner(Tuner):
    """All configs in the order of their indices."""

    def __init__(self, task: Task, range_idx: tuple[int, int] | None = None) -> None:
        self.range_idx = range_idx
        super().__init__(task)

    def _strategy(self) -> Strategy:
        space = self.space
        return Grid(
            tuple(space.point2knob(at))
            for at in indices(space, self.range_idx)
            if space.is_index_valid(at)
        )


class RandomTuner(GridSearchTuner):
    """Configs at random, none twice."""

    def _strategy(self) -> Strategy:
        return Random(points(self.space, self.seed, self.range_idx), self.seed)


class XGBTuner(Tuner):
    """Configs that XGBoost ranks best from their knobs: the strategy `ranking`.

    What AutoTVM's took says how its own model works; the values are checked and not used.
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
                raise refuse("XGBTuner", f"{name}={value!r}", f"use one of {', '.join(known)}")
        super().__init__(task)

    def _strategy(self) -> Strategy:
        found = points(self.space, self.seed)
        table = [knob.features() for knob in self.space.space_map.values()]

        def features(point: Point) -> list[float]:
            return [*itertools.chain(*(of[at] for of, at in zip(table, point, strict=True)))]

        whole = self.space.range_length <= MOST_POINTS
        return (Ranking if whole else _RankedAtOnce)(found, features, self.seed)


class _RankedAtOnce(Ranking):
    """Of points that are a sample of a space, all are scored: neighbours are hardly among them."""

    def _best_unseen(self, count: int) -> list:
        order = np.argsort(-self._fit()(self._features), kind="stable")
        unseen = (self._points[at] for at in order if self._points[at] not in self._seen)
        return list(itertools.islice(unseen, count))


class GATuner(Tuner):
    """Configs bred by a genetic algorithm."""

    def __init__(
        self, task: Task, pop_size: int = 100, elite_num: int = 3, mutation_prob: float = 0.1
    ) -> None:
        if not 0 < elite_num <= pop_size:
            raise refuse(
                "GATuner",
                f"{elite_num} of {pop_size} cannot be kept",
                "give an elite_num from 1 to pop_size",
            )
        self.genes = (pop_size, elite_num, mutation_prob)
        super().__init__(task)

    def _strategy(self) -> Strategy:
        return Genetic(self.space, points(self.space, self.seed), self.seed, *self.genes)


class Genetic:
    """AutoTVM's genetic algorithm: speed decides who is a parent, a config is measured once.

    A generation is bred from those measured by then, since proposals do not wait for results.
    """

    def __init__(
        self,
        space: ConfigSpace,
        points: Sequence[Point],
        seed: int,
        population: int,
        elites: int,
        mutation: float,
    ) -> None:
        self._space = space
        self._random = random.Random(seed)
        self._rest = self._random.sample(points, len(points))
        self._population, self._elites, self._mutation = population, elites, mutation
        self._seen: set[Point] = set()
        self._speeds: dict[Point, float] = {}
        self._parents: dict[Point, float] = {}
        self._queue: list[Point] = self._fresh(population)

    def observe(self, point: Point, time_us: float | None) -> None:
        self._seen.add(point)
        self._speeds[point] = 1 / time_us if time_us else 0.0

    def propose(self) -> Point | None:
        while True:
            while self._queue:
                point = self._queue.pop(0)
                if point not in self._seen:
                    self._seen.add(point)
                    return point
            self._queue = self._bred()
            if not self._queue:
                return None

    def _fresh(self, count: int) -> list[Point]:
        """Points at random that were not seen."""
        found: list[Point] = []
        while self._rest and len(found) < count:
            point = self._rest.pop()
            if point not in self._seen:
                found.append(point)
        return found

    def _bred(self) -> list[Point]:
        """The next generation: children of this one and of the best so far."""
        best = sorted(self._parents | self._speeds, key=self._speed, reverse=True)[: self._elites]
        self._parents = {**self._speeds, **{one: self._speed(one) for one in best}}
        self._speeds = {}
        parents = list(self._parents)
        weights = [self._parents[one] for one in parents]
        found: dict[Point, None] = {}
        if len(parents) > 1 and any(weights):
            # Most children of a nearly exhausted space have been seen.
            for _ in range(10 * self._population):
                if len(found) >= self._population:
                    break
                child = self._child(*self._random.choices(parents, weights, k=2))
                if child not in self._seen and self._is_valid(child):
                    found[child] = None
        return [*found, *self._fresh(self._population - len(found))]

    def _speed(self, point: Point) -> float:
        return self._speeds.get(point, self._parents.get(point, 0.0))

    def _child(self, one: Point, other: Point) -> Point:
        cut = self._random.randrange(len(one) + 1)
        dims = self._space.dims
        return tuple(
            self._random.randrange(dim) if self._random.random() < self._mutation else gene
            for gene, dim in zip((*one[:cut], *other[cut:]), dims, strict=True)
        )

    def _is_valid(self, point: Point) -> bool:
        return self._space.is_index_valid(self._space.knob2point(point))


__getattr__ = names_missing_in("autotvm.tuner")
