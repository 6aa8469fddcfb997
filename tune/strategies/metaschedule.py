"""Any of the strategies as one of MetaSchedule's, for `meta_schedule.tune_tir` and the like."""

from __future__ import annotations

from collections.abc import Callable

from tvm.ir.utils import derived_object
from tvm.s_tir import meta_schedule as ms
from tvm.s_tir.meta_schedule.search_strategy import PySearchStrategy

from schedules.errors import UserError

from ..space import Space
from . import Strategy


def search_strategy(space: Space, make: Callable[[], Strategy]) -> ms.SearchStrategy:
    """A SearchStrategy whose candidates are what `make()` proposes on the space."""

    @derived_object
    class Proposed(PySearchStrategy):
        def _initialize_with_tune_context(self, context) -> None:
            self.arguments = ms.arg_info.ArgInfo.from_prim_func(context.mod["main"])

        def pre_tuning(
            self, max_trials, num_trials_per_iter, design_spaces, database=None, cost_model=None
        ) -> None:
            self.strategy = make()
            self.left = int(max_trials)
            self.batch = int(num_trials_per_iter)
            self.points: list = []

        def post_tuning(self) -> None:
            pass

        def generate_measure_candidates(self):
            self.points, found = [], []
            while self.left > 0 and len(found) < self.batch:
                point = self.strategy.propose()
                if point is None:
                    break
                try:
                    sch = space.schedule(point)
                except UserError:
                    self.strategy.observe(point, None)
                    continue
                self.left -= 1
                self.points.append(point)
                found.append(ms.MeasureCandidate(sch, self.arguments))
            return found or None

        def notify_runner_results(self, measure_candidates, results) -> None:
            for point, result in zip(self.points, results, strict=True):
                seconds = sorted(map(float, result.run_secs or ()))
                failed = not seconds or result.error_msg is not None
                self.strategy.observe(point, None if failed else seconds[len(seconds) // 2] * 1e6)

        def clone(self) -> ms.SearchStrategy:
            return search_strategy(space, make)

    return Proposed()
