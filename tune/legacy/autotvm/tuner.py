"""Tuners: AutoTVM's names for this project's strategies, over the configs of a template."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import tvm

from schedules.errors import NoGpu, UserError
from schedules.legacy.calls import here, refuse
from schedules.legacy.session import session

from ...measuring.pool import open_measurer
from ...strategies import Strategy
from ...strategies.grid import Grid, Random
from ...strategies.ranking import Ranking
from . import callback
from .genetic import Genetic
from .measure import LocalRunner, MeasureInput, MeasureResult, options
from .points import MOST_POINTS, Point, indices, points
from .refusal import names_missing_in
from .space import ConfigEntity, ConfigSpace
from .task import Task
from .trials import Trials, time_us


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
        known = []
        for inp, result in data_set:
            point = self._point(inp.config) if inp.task.workload == self.task.workload else None
            if point is not None:
                known.append((point, result))
        if len(known) >= min_seed_records:
            for point, result in known:
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
        trials = Trials(self, n_trial, early_stopping, callbacks, si_prefix)
        measurer = open_measurer(options(measure_option, self.task))
        try:
            for candidate, outcome in measurer.measure(trials.candidates()):
                trials.keep(candidate.key, outcome)
        finally:
            measurer.close()
            for call in callbacks:
                if hasattr(call, "finish"):
                    call.finish()
        trials.end()


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
        candidates = points(self.space, self.seed)
        table = [knob.features() for knob in self.space.space_map.values()]

        def features(point: Point) -> list[float]:
            return [*itertools.chain(*(of[at] for of, at in zip(table, point, strict=True)))]

        whole = self.space.range_length <= MOST_POINTS
        return (Ranking if whole else _RankedAtOnce)(candidates, features, self.seed)


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


__getattr__ = names_missing_in("autotvm.tuner")
