"""The engine: a strategy proposes candidates, a measurer measures them, the record stores them,
until a limit is reached."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from gpusim.errors import UserError
from schedules.processes.platforms import check_not_windows

from ..jobs.job import Job
from ..measuring.interface import BuildRequest, Measurer, Outcome, Watcher
from ..measuring.pool import Pool
from ..records.lines import Entry, versions
from ..records.record import Record
from ..space.base import Candidate, Point, Space, dims
from ..strategies import Strategy, make
from .confirming import Confirmation, Winner
from .failures import Failures
from .recorded import is_current, point_of, same_sources, sources

# The strategy that MetaSchedule has.
EVOLUTIONARY = "evolutionary"
# The number of the fastest candidates at a job's other shapes that are tried first.
BEST_ELSEWHERE = 3

OpenMeasurer = Callable[[Job], Measurer]


def measurer_of(job: Job) -> Measurer:
    return Pool(job.options())


@dataclass
class Tuning:
    """Runs a job on a record that is open for writing."""

    job: Job
    record: Record
    device: str
    watcher: Watcher
    open: OpenMeasurer = measurer_of
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self.target = self.job.lowered_for

    # --- The record -------------------------------------------------------------------------------

    def begin(self, search: bool = True) -> None:
        """Check that the record fits this machine, and write that a run begins."""
        self.record.check(self.device, self.job.rung.path, self.target)
        self.record.begin(self.job.text(), search, self.device, self.target)

    @cached_property
    def sources(self) -> dict[str, str]:
        return sources(self.job.workload, self.job.space_at(self.job.shapes[0], self.target))

    def keep(self, candidate: Candidate, outcome: Outcome, at_s: float) -> Entry:
        """Write a candidate's line."""
        request, made = candidate.request, outcome.made
        self.record.append(
            {
                "type": "candidate",
                "key": candidate.key,
                "kind": outcome.kind,
                "times_us": [round(time_us, 4) for time_us in outcome.times_us],
                "message": outcome.message,
                "pruned": outcome.pruned,
                "varies": outcome.varies,
                "drift": round(outcome.drift, 4),
                "knobs": candidate.knobs,
                "tile": request.knobs,
                "trace": candidate.trace,
                "schedule": made.get("schedule", candidate.schedule),
                "kernel": made.get("kernel", ""),
                "compiler": made.get("compiler", ""),
                **self.sources,
                "rung": request.rung,
                "shape": list(request.shape),
                "arch": request.arch,
                "device": self.device,
                "versions": versions(),
                "strategy": self.job.strategy,
                "seed": self.job.seeds.strategy,
                "at_s": round(at_s, 3),
                "worker": outcome.worker,
                "stages_s": {stage: round(took, 4) for stage, took in outcome.stages_s.items()},
            }
        )
        return self.record.entries_by_key[candidate.key]

    def known(self, space: Space, entries: Iterable[Entry], then: str) -> list[tuple[Point, Entry]]:
        """The record's `entries` that belong to a space, as points.

        Stale entries are skipped with a notice; `then` says what happens to them.
        """
        points, foreign, stale = [], 0, 0
        for entry in entries:
            if entry.shape != space.shape:
                continue
            try:
                if space.exclusion(entry.knobs) is not None:
                    raise UserError(f"{entry.key} is not in the space")
                point = point_of(space, entry, self.record)
                if same_sources(space, entry) or is_current(space, point, entry):
                    points.append((point, entry))
                    continue
                stale += 1
            except UserError:
                foreign += 1
            self.record.forget(entry)
        if stale:
            self.watcher.say(
                f"{self.record.path}: skipped {stale} candidates whose schedule has changed: {then}"
            )
        if foreign:
            self.watcher.say(
                f"{self.record.path}: skipped {foreign} candidates that are not in this space"
            )
        return points

    # --- Tuning -----------------------------------------------------------------------------------

    def run(self, search: bool = True) -> list[Winner]:
        """Tune all shapes; returns the winners and always closes the measurers.

        Without `search`, only the candidates of the record are confirmed.
        """
        shapes = [tuple(shape) for shape in self.job.shapes]
        if search:
            with closing(self.open(self.job)) as measurer:
                measurer.watcher = self.watcher
                for shape in shapes:
                    self.tune(shape, measurer)
        with closing(self.open(self.job.confirming())) as measurer:
            measurer.watcher = self.watcher
            winners = [Confirmation(self, shape, measurer).winner(search) for shape in shapes]
        return [winner for winner in winners if winner]

    def tune(self, shape: tuple[int, ...], measurer: Measurer) -> None:
        """Measure candidates of a shape until its budget or its space is used up."""
        space = self.job.space_at(shape, self.target)
        self.watcher.stage(f"{dims(shape)}: choosing the first candidates")
        search = Search(self, space, measurer)
        if self.job.strategy == EVOLUTIONARY or space.size is None:
            search.by_metaschedule(draw_only=self.job.strategy == "random")
            return
        search.by(make(self.job.strategy, space, self.job.seeds.strategy))


class Search:
    """The search of a shape: measures points that are not in the record, within the budget."""

    def __init__(self, tuning: Tuning, space: Space, measurer: Measurer) -> None:
        self.tuning, self.space, self.measurer = tuning, space, measurer
        self.record, budget = tuning.record, tuning.job.budget
        shape = space.shape
        # The time of every point that has been measured, None if it failed.
        self.times = {
            point: entry.time_us
            for point, entry in tuning.known(space, self.record.entries, "they are measured again")
        }
        earlier = [entry.at_s for entry in self.record.entries if entry.shape == shape]
        self.before, self.begun = max(earlier, default=0), tuning.clock()
        self.seconds, self.left = budget.minutes * 60, budget.trials - len(self.times)
        self.failures = Failures(tuning.job, shape, tuning.watcher.say)
        tuning.watcher.begin(shape, budget.trials, len(self.times), self.seconds)

    def by(self, strategy: Strategy) -> None:
        """Measure what a strategy proposes."""
        for point, time_us in self.times.items():
            strategy.observe(point, time_us)
        first = first_points(self.space, self.record)
        points = itertools.chain(first, iter(strategy.propose, None))
        for point in self.measured(points):
            strategy.observe(point, self.times[point])

    def by_metaschedule(self, *, draw_only: bool) -> None:
        """Measure what MetaSchedule proposes."""
        from .by_metaschedule import Ended, search

        def measured(points: Sequence[Point]) -> list[float | None]:
            for _ in self.measured(points):
                pass
            if self.over:
                raise Ended
            return [self.times.get(point) for point in points]

        for _ in self.measured(first_points(self.space, self.record)):
            pass
        if not self.over:
            known = [(point, time_us) for point, time_us in self.times.items() if time_us]
            seed = self.tuning.job.seeds.strategy
            search(self.space, seed, self.left, known, measured, draw_only=draw_only)

    @property
    def over(self) -> bool:
        return self.left <= 0 or self.tuning.clock() - self.begun > self.seconds

    def measured(self, points: Iterable[Point]) -> Iterator[Point]:
        """Measure and record new points until the budget is used up; yields them as they are
        measured."""
        tuning, space = self.tuning, self.space
        waiting: dict[str, Candidate] = {}
        asked = set(self.times)

        def feed() -> Iterator[BuildRequest]:
            for point in points:
                if tuning.clock() - self.begun > self.seconds:
                    return
                if point in asked:
                    continue
                asked.add(point)
                candidate = space.proposed(point)
                if candidate.key in self.record.entries_by_key or candidate.key in waiting:
                    continue
                waiting[candidate.key] = candidate
                yield candidate.request
                if self.left <= len(waiting):
                    return

        if self.left <= 0:
            return
        for request, outcome in self.measurer.measure(feed()):
            self.left -= 1
            candidate = waiting.pop(request.key)
            entry = tuning.keep(candidate, outcome, self.before + tuning.clock() - self.begun)
            self.times[candidate.point] = entry.time_us
            best = self.record.best(space.shape)
            tuning.watcher.measured(entry, best[0] if best else None)
            self.failures.measured(entry.key, outcome, bool(best))
            yield candidate.point


def first_points(space: Space, record: Record) -> list[Point]:
    """The points to measure before the strategy proposes any.

    These are the hand-written tiles, with which the winner is compared, and the fastest points of
    the job's other shapes.
    """
    fastest = [
        space.carried_over(entry.knobs)
        for shape in record.shapes()
        if shape != space.shape
        for entry in record.best(shape, BEST_ELSEWHERE)
    ]
    points = [*space.hand_written(), *(point for point in fastest if point is not None)]
    return list(dict.fromkeys(points))


# --- Commands ---------------------------------------------------------------------------------


def to_go_on(path: Path, search: bool) -> str:
    """A hint on how to continue a run that has ended early."""
    if not path.exists() or not path.stat().st_size:
        return "nothing was measured yet"
    if search:
        return f"measurements are in {path}: continue with `tune resume {path}`"
    return f"measurements are in {path}: confirm with `tune resume {path} --confirm-only`"


def start(
    job: Job,
    path: Path,
    watcher: Watcher,
    *,
    resume: bool,
    search: bool = True,
    opened: OpenMeasurer | None = None,
) -> list[Winner]:
    """Run a job on a new record or, with `resume`, on an existing one.

    Without `search`, only the fastest candidates of the record are measured again.
    """
    check_not_windows("candidates are measured")
    watcher.stage(f"{job.name}: looking for the device")
    device = job.device()
    job.check_memory()
    if path.exists() and path.stat().st_size and not resume:
        raise UserError(f"{path} exists: continue it with `tune resume` or choose another --record")
    if resume and not path.exists():
        raise UserError(f"no such record: {path}: start one with `tune run`")
    # An empty space is reported before a file is created.
    watcher.stage(f"{job.name}: enumerating the space")
    job.space_at(job.shapes[0], job.lowered_for).allowed  # noqa: B018
    with closing(Record.open(path, watcher.say)) as record:
        tuning = Tuning(job, record, device, watcher, opened or measurer_of)
        tuning.begin(search)
        try:
            return tuning.run(search)
        except UserError as error:
            raise type(error)(f"{error}; {to_go_on(path, search)}") from error
