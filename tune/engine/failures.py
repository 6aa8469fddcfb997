"""Reports the first failure of each kind in a run; ends a run in which everything fails."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from gpusim.errors import UserError

from ..jobs.job import Job
from ..measuring.interface import Outcome
from ..space.base import dims

# This many equal failures without a correct candidate are no coincidence.
ALIKE = 10
ADVICE = {
    "limit": "add a restriction that excludes such tiles; `tune space JOB` lists those there are",
    "compile error": "`schedules show {rung}` builds the rung's own tile",
    "time-out": "raise build_timeout_s or run_timeout_s of [measure], or tune a smaller shape",
    "crash": "`schedules verify {rung}` runs the rung's own tile, step by step",
    "wrong": "`schedules verify {rung}` shows which step is wrong, or that the workload's "
    "reference is",
}


class Failures:
    """The failures of a shape's search.

    Failures are equal if their messages differ only in numbers and quoted names.
    """

    def __init__(self, job: Job, shape: tuple[int, ...], say: Callable[[str], None]) -> None:
        self.job, self.shape, self.say = job, shape, say
        self.alike: Counter[tuple[str, str]] = Counter()
        self.reported: set[str] = set()

    def measured(self, key: str, outcome: Outcome, any_right: bool) -> None:
        """Record a candidate's outcome; raises UserError if it is pointless to continue."""
        if outcome.varies and "varies" not in self.reported:
            self.reported.add("varies")
            self.say(f"  {key}: output bits differ between runs on the same inputs")
        if outcome.kind == "ok":
            return
        if outcome.kind not in self.reported:
            self.reported.add(outcome.kind)
            self.say(f"  {outcome.kind}: {outcome.message}")
        message = re.sub(r"'[^']*'|[-+]?(\d[\d.e+-]*|inf|nan)", "#", outcome.message)
        self.alike[outcome.kind, message] += 1
        if not any_right and self.alike[outcome.kind, message] >= ALIKE:
            advice = ADVICE[outcome.kind].format(rung=self.job.workload)
            raise UserError(
                f"{dims(self.shape)}: no candidate was correct and {ALIKE} failed in the same way, "
                f"the last with {outcome.kind}: {outcome.message}: {advice}"
            )
