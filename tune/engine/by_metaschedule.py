"""A search by MetaSchedule: its evolutionary search with its cost model, or its draws.

MetaSchedule proposes batches of candidates. Each is measured like any other of a job.
"""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Callable, Iterable, Sequence

from tvm import s_tir
from tvm.ir.utils import derived_object
from tvm.s_tir import meta_schedule as ms

from gpusim.errors import NoTool

from ..measuring.interface import Outcome
from ..metaschedule import builder_and_runner, load_intrinsics
from ..space.base import Point, Space
from ..space.generated import search_target

# A member of the population is a walk of the rung, milliseconds of Python: MetaSchedule's 512 would
# take longer than measuring.
BATCH = 16
POPULATION = 48
UNMEASURED = 16
GENERATIONS = 2
WARM_UP = 32
# What MetaSchedule proposes again counts for its limit of trials, but not for a job's.
PROPOSED_PER_TRIAL = 4

# Microseconds of points, None for those that failed.
Measured = Callable[[Sequence[Point]], list[float | None]]


class Ended(Exception):
    """The budget is used up."""


def search(
    space: Space,
    seed: int,
    trials: int,
    known: Iterable[tuple[Point, float]],
    measured: Measured,
    *,
    draw_only: bool,
) -> None:
    """Search a space until `measured` raises Ended, or MetaSchedule finds no other candidate.

    `known` are points with their microseconds, from which the search starts. With `draw_only`,
    candidates are drawn at random. One thread searches, because rungs are Python.
    """
    logging.getLogger("tvm.s_tir.meta_schedule").setLevel(logging.ERROR)
    load_intrinsics()
    mod, target = s_tir.Schedule(space.workload.prim_func()).mod, search_target(space.target)
    # Builders and runners are only given modules: the points of the batch that they measure.
    proposed: list[Point] = []
    ended: list[Ended] = []

    def outcomes(_modules: object) -> list[Outcome]:
        try:
            times = measured(proposed)
        except Ended as error:
            ended.append(error)
            raise
        return [Outcome("ok", (time,)) if time else Outcome("crash") for time in times]

    context = ms.TuneContext(
        mod=mod,
        target=target,
        space_generator=space.generator(seed),
        search_strategy=noted(strategy(draw_only), space, proposed),
        task_name=space.rung.path,
        rand_state=seed + 1,
        num_threads=1,
    )
    with tempfile.TemporaryDirectory(prefix="tune-search-") as folder:
        builder, runner = builder_and_runner(outcomes)
        try:
            ms.tune.tune_tasks(
                tasks=[context],
                task_weights=[1.0],
                work_dir=folder,
                max_trials_global=PROPOSED_PER_TRIAL * trials,
                num_trials_per_iter=BATCH,
                builder=builder,
                runner=runner,
                database=started_from(space, mod, target, known),
                cost_model=cost_model(seed),
            )
        except Exception:  # What TVM makes of an exception that passes through it.
            if not ended:
                raise


def noted(inner: ms.SearchStrategy, space: Space, proposed: list[Point]) -> ms.SearchStrategy:
    """A strategy that keeps the points of its latest proposals in `proposed`."""

    @derived_object
    class Noted(ms.search_strategy.PySearchStrategy):
        def _initialize_with_tune_context(self, context) -> None:
            inner._initialize_with_tune_context(context)

        def pre_tuning(self, *arguments) -> None:
            inner.pre_tuning(*arguments)

        def post_tuning(self) -> None:
            inner.post_tuning()

        def generate_measure_candidates(self):
            batch = inner.generate_measure_candidates()
            proposed[:] = [space.drawn(candidate.sch) for candidate in batch or ()]
            return batch

        def notify_runner_results(self, candidates, results) -> None:
            inner.notify_runner_results(candidates, results)

    return Noted()


def strategy(draw_only: bool) -> ms.SearchStrategy:
    if draw_only:
        return ms.search_strategy.ReplayTrace()
    return ms.search_strategy.EvolutionarySearch(
        population_size=POPULATION,
        init_min_unmeasured=UNMEASURED,
        genetic_num_iters=GENERATIONS,
        # A random draw that violates a restriction counts as one try.
        max_fail_count=50,
    )


def cost_model(seed: int) -> ms.CostModel:
    """Raises NoTool without XGBoost."""
    try:
        import xgboost  # noqa: F401
    except ImportError:
        raise NoTool("the strategy 'evolutionary' needs XGBoost: install xgboost-cpu") from None
    config = ms.cost_model.xgb_model.XGBConfig(seed=seed, nthread=1)
    return ms.cost_model.XGBModel(config=config, num_warmup_samples=WARM_UP, verbose_eval=0)


def started_from(
    space: Space, mod, target, known: Iterable[tuple[Point, float]]
) -> ms.database.MemoryDatabase:
    """A database with the known points."""
    database = ms.database.MemoryDatabase()
    workload = database.commit_workload(mod)
    arguments = ms.arg_info.ArgInfo.from_prim_func(mod["main"])
    for point, time_us in known:
        trace = space.schedule(point).trace
        seconds = [time_us * 1e-6]
        database.commit_tuning_record(
            ms.database.TuningRecord(trace, workload, seconds, target, arguments)
        )
    return database
