"""MetaSchedule's evolutionary search with its XGBoost cost model, over knobs or its own space."""

from __future__ import annotations

import logging
from typing import Any

from tvm import s_tir
from tvm.s_tir import meta_schedule as ms

from gpusim.errors import NoTool
from schedules.gemm.tensor_tiles import intrinsics

from ..space.base import Space
from ..space.generated import search_target

# A member of the population is a walk of the rung, milliseconds of Python: MetaSchedule's 512 would
# take longer than measuring.
BATCH = 16
POPULATION = 48
UNMEASURED = 16
GENERATIONS = 2
WARM_UP = 32
MOST_TRIALS = 1_000_000
EMPTY_BATCHES = 5
FAILED_S = 1e10


class Evolutionary:
    """MetaSchedule's EvolutionarySearch with the interface of `Strategy`.

    Points are those of a space or, for 'auto', traces as JSON text. The search picks from a
    database of measured candidates, which is kept in memory. It uses one thread, because rungs are
    Python. With `draw_only`, candidates are MetaSchedule's random draws.
    """

    def __init__(self, space: Space, seed: int, *, draw_only: bool = False) -> None:
        logging.getLogger("tvm.s_tir.meta_schedule").setLevel(logging.ERROR)
        try:
            import xgboost  # noqa: F401
        except ImportError:
            raise NoTool("the strategy 'evolutionary' needs XGBoost: install xgboost-cpu") from None
        intrinsics()
        self._space = space
        self._seen: set = set()
        self._queue: list = []
        self._waiting: dict[Any, ms.MeasureCandidate] = {}
        self._observed: list[tuple[ms.MeasureCandidate, ms.runner.RunnerResult]] = []
        self._empty = 0
        self._search = (
            ms.search_strategy.ReplayTrace()
            if draw_only
            else ms.search_strategy.EvolutionarySearch(
                population_size=POPULATION,
                init_min_unmeasured=UNMEASURED,
                genetic_num_iters=GENERATIONS,
                # A random draw that violates a restriction counts as one try.
                max_fail_count=50,
            )
        )
        self._target = search_target(space.target)
        self._mod = s_tir.Schedule(space.workload.prim_func()).mod
        self._context = ms.TuneContext(
            mod=self._mod,
            target=self._target,
            space_generator=space.generator(seed),
            search_strategy=self._search,
            task_name=space.rung.path,
            rand_state=seed + 1,
            num_threads=1,
        )
        self._database = ms.database.MemoryDatabase()
        self._model = ms.cost_model.XGBModel(
            config=ms.cost_model.xgb_model.XGBConfig(seed=seed, nthread=1),
            num_warmup_samples=WARM_UP,
            verbose_eval=0,
        )
        self._search.pre_tuning(
            MOST_TRIALS, BATCH, self._context.generate_design_space(), self._database, self._model
        )

    def propose(self):
        while not self._queue and self._empty < EMPTY_BATCHES:
            self._learn()
            batch = self._search.generate_measure_candidates()
            if not batch:
                break
            for candidate in batch:
                point = self._space.drawn(candidate.sch)
                if point not in self._seen:
                    self._seen.add(point)
                    self._waiting[point] = candidate
                    self._queue.append(point)
            # If the search repeats itself, it has found all that it will find.
            self._empty = 0 if self._queue else self._empty + 1
        return self._queue.pop(0) if self._queue else None

    def observe(self, point, time_us: float | None) -> None:
        self._seen.add(point)
        candidate = self._waiting.pop(point, None) or self._candidate(point)
        seconds = [FAILED_S if time_us is None else time_us * 1e-6]
        self._observed.append((candidate, ms.runner.RunnerResult(seconds, None)))

    def _candidate(self, point) -> ms.MeasureCandidate:
        sch = self._space.schedule(point)
        return ms.MeasureCandidate(sch, ms.arg_info.ArgInfo.from_prim_func(self._mod["main"]))

    def _learn(self) -> None:
        """Tell search, database and cost model what was observed since the last time."""
        if not self._observed:
            return
        candidates, results = map(list, zip(*self._observed, strict=True))
        self._observed = []
        workload = self._database.commit_workload(self._mod)
        for candidate, result in zip(candidates, results, strict=True):
            self._database.commit_tuning_record(
                ms.database.TuningRecord(
                    candidate.sch.trace,
                    workload,
                    result.run_secs,
                    self._target,
                    candidate.args_info,
                )
            )
        self._search.notify_runner_results(candidates, results)
        self._model.update(self._context, candidates, results)
