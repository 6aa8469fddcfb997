"""MetaSchedule's evolutionary search with its XGBoost cost model, over knobs or its own space.

Over knobs the search mutates decisions: MetaSchedule's MutateTileSize those of splits, `Redraw`
those of knobs. `Walk` is the postprocessor that turns decisions into the rung's schedule, so the
features that the cost model sees are those of the program that would be built.
"""

from __future__ import annotations

import logging
import random
from typing import Any

from tvm.ir.utils import derived_object
from tvm.s_tir import meta_schedule as ms
from tvm.s_tir.meta_schedule.mutator import PyMutator
from tvm.s_tir.meta_schedule.postproc import PyPostproc

from schedules.errors import NoTool
from schedules.gemm.tensor_tiles import intrinsics

from ..auto import AutoSpace, search_target
from ..space import Space, finish

# Each of a population is a walk of the rung, milliseconds of Python: MetaSchedule's 512 would take
# longer than measuring does.
BATCH = 16
POPULATION = 48
UNMEASURED = 16
GENERATIONS = 2
WARM_UP = 32
MOST_TRIALS = 1_000_000
EMPTY_BATCHES = 5
FAILED_S = 1e10


def on_knobs(space: Space, seed: int) -> ms.SpaceGenerator:
    """A generator of the space's draws, for any of MetaSchedule's strategies."""
    numbers = random.Random(seed)

    @derived_object
    class Walk(PyPostproc):
        """Walk the rung with the tile that a schedule's decisions stand for."""

        def _initialize_with_tune_context(self, context) -> None:
            pass

        def apply(self, sch) -> bool:
            return finish(space, sch)

        def clone(self) -> Walk:
            return Walk()

    @derived_object
    class Redraw(PyMutator):
        """Decide one knob anew; MetaSchedule has no mutator for a number that is no tile size."""

        def _initialize_with_tune_context(self, context) -> None:
            pass

        def apply(self, trace, _seed):
            knobs = [one for one in trace.insts if one.kind.name == "SampleCategorical"]
            if not knobs:
                return None
            chosen = numbers.choice(knobs)
            count = len(chosen.attrs[0])
            return trace.with_decision(chosen, numbers.randrange(count), remove_postproc=True)

        def clone(self) -> Redraw:
            return Redraw()

    return ms.space_generator.ScheduleFn(
        space.draw,
        sch_rules=[],
        postprocs=[Walk()],
        mutator_probs={ms.mutator.MutateTileSize(): 0.5, Redraw(): 0.5},
    )


class Evolutionary:
    """EvolutionarySearch behind the interface of `Strategy`.

    Points are a space's, or traces as JSON text for 'auto'. The search picks from a database of
    what is measured, hence the one in memory beside it. One thread: the rungs are Python. With
    `draw_only` candidates are MetaSchedule's random draws instead.
    """

    def __init__(self, space: Space | AutoSpace, seed: int, *, draw_only: bool = False) -> None:
        logging.getLogger("tvm.s_tir.meta_schedule").setLevel(logging.ERROR)
        try:
            import xgboost  # noqa: F401
        except ImportError:
            raise NoTool("the strategy 'evolutionary' needs XGBoost: install xgboost-cpu") from None
        intrinsics()
        self._space = space
        self._auto = isinstance(space, AutoSpace)
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
                # A draw that breaks a restriction is one try of these.
                max_fail_count=50,
            )
        )
        self._target = search_target(space.rung, space.arch)
        self._mod = self._module()
        self._context = ms.TuneContext(
            mod=self._mod,
            target=self._target,
            space_generator=space.generator() if self._auto else on_knobs(space, seed),
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

    def _module(self):
        from tvm import s_tir

        return s_tir.Schedule(self._space.workload.prim_func()).mod

    def _point(self, sch) -> Any:
        return self._space.point(sch) if self._auto else self._space.drawn(sch)

    def propose(self):
        while not self._queue and self._empty < EMPTY_BATCHES:
            self._learn()
            batch = self._search.generate_measure_candidates()
            if not batch:
                break
            for one in batch:
                point = self._point(one.sch)
                if point not in self._seen:
                    self._seen.add(point)
                    self._waiting[point] = one
                    self._queue.append(point)
            # What the search finds again and again is all that it will find.
            self._empty = 0 if self._queue else self._empty + 1
        return self._queue.pop(0) if self._queue else None

    def observe(self, point, time_us: float | None) -> None:
        self._seen.add(point)
        one = self._waiting.pop(point, None) or self._candidate(point)
        seconds = [FAILED_S if time_us is None else time_us * 1e-6]
        self._observed.append((one, ms.runner.RunnerResult(seconds, None)))

    def _candidate(self, point) -> ms.MeasureCandidate:
        sch = self._space.schedule(point)
        return ms.MeasureCandidate(sch, ms.arg_info.ArgInfo.from_prim_func(self._mod["main"]))

    def _learn(self) -> None:
        """Tell search, database and cost model what was observed since the last time."""
        if not self._observed:
            return
        candidates = [one for one, _ in self._observed]
        results = [result for _, result in self._observed]
        self._observed = []
        workload = self._database.commit_workload(self._mod)
        for one, result in zip(candidates, results, strict=True):
            self._database.commit_tuning_record(
                ms.database.TuningRecord(
                    one.sch.trace, workload, result.run_secs, self._target, one.args_info
                )
            )
        self._search.notify_runner_results(candidates, results)
        self._model.update(self._context, candidates, results)
