"""The engine: a strategy proposes candidates, a measurer measures them, the record stores them,
until a limit is reached."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Iterator
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
from ..space.base import Candidate, Point, dims
from ..space.knob_space import Space
from ..strategies import Strategy, make
from .confirming import Confirmation, Winner
from .failures import Failures
from .recorded import is_current, point_of, same_sources, sources

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
        self._search(space, make(self.job.strategy, space, self.job.seeds.strategy), measurer)

    def _search(self, space: Space, strategy: Strategy, measurer: Measurer) -> None:
        shape = space.shape
        seen = set()
        for point, entry in self.known(space, self.record.entries, "they are measured again"):
            strategy.observe(point, entry.time_us)
            seen.add(point)
        budget, begun = self.job.budget, self.clock()
        before = max(
            (entry.at_s for entry in self.record.entries if entry.shape == shape), default=0
        )
        self.watcher.begin(shape, budget.trials, len(seen), budget.minutes * 60)
        left = budget.trials - len(seen)
        waiting: dict[str, Candidate] = {}
        failures = Failures(self.job, shape, self.watcher.say)

        def feed() -> Iterator[BuildRequest]:
            first = first_points(space, self.record)
            for point in itertools.chain(first, iter(strategy.propose, None)):
                if self.clock() - begun > budget.minutes * 60:
                    return
                if point in seen:
                    continue
                seen.add(point)
                candidate = space.proposed(point)
                if candidate.key in self.record.entries_by_key or candidate.key in waiting:
                    continue
                waiting[candidate.key] = candidate
                yield candidate.request
                if left <= len(waiting):
                    return

        if left <= 0:
            return
        for request, outcome in measurer.measure(feed()):
            left -= 1
            candidate = waiting.pop(request.key)
            entry = self.keep(candidate, outcome, before + self.clock() - begun)
            strategy.observe(candidate.point, entry.time_us)
            best = self.record.best(shape)
            self.watcher.measured(entry, best[0] if best else None)
            failures.measured(entry.key, outcome, bool(best))


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
