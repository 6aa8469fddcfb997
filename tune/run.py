"""The engine: a strategy proposes, a measurer measures, the record keeps, limits end it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

import tvm
from tvm import s_tir

from schedules.errors import NoTool, RungError, UserError
from schedules.lowering.kernel_text import text_fingerprint

from .auto import AutoSpace
from .jobs import AUTO, Job, check_words, from_values
from .rate import digits
from .records import (
    Entry,
    Record,
    RecordError,
    lowering_hash,
    median,
    source_hash,
    versions,
)
from .space import Candidate, Point, Space, by, find, schedule_hash
from .strategies import Strategy, make
from .task import Measurer, Outcome, Task

# How many of the fastest candidates at a job's other shapes are tried first.
BEST_ELSEWHERE = 3
# How many of the fastest are timed again, and how often they take turns. A few per cent lie between
# two compilers' code for one candidate, and between one turn and the next.
CONTESTANTS = 8
ROUNDS = 3
UNTIL_SEARCHED = "until a search measures them anew"

OpenMeasurer = Callable[[Job], Measurer]


def open_measurer(job: Job) -> Measurer:
    """The measurer of `tune.measure`."""
    try:
        from .measure import open_measurer as opened
    except ImportError as error:
        raise NoTool(f"nothing here measures candidates: {error}") from None
    return opened(job)


class Watcher(Protocol):
    """What is told of a run as it goes."""

    def begin(self, shape: tuple[int, ...], total: int, done: int, seconds: float) -> None:
        """A shape is begun, or taken up with `done` of `total` trials measured."""

    def measured(self, entry: Entry, best: Entry | None) -> None:
        """A candidate is measured and kept."""

    def say(self, text: str) -> None:
        """A line for the user."""


@dataclass(frozen=True)
class Winner:
    """What a shape's tuning ended with. Times in microseconds, None where there is none.

    `hand_written_us` is the time of the fastest tile that was written by hand.
    """

    shape: tuple[int, ...]
    key: str
    time_us: float
    runner_up_us: float | None
    hand_written_us: float | None


@dataclass
class Tuning:
    """A job at work on a record that is open for writing."""

    job: Job
    record: Record
    device: str
    watcher: Watcher
    open: OpenMeasurer = open_measurer
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self.arch = self.job.arch

    # --- the record -------------------------------------------------------------------------------

    def begin(self, search: bool = True) -> None:
        """Check what the record has against this machine, and write that a run begins."""
        self.record.check(self.device, self.job.rung.path, self.arch)
        self.record.append(
            {
                "type": "run",
                "job": self.job.text(),
                "search": search,
                "device": self.device,
                "arch": self.arch,
                "versions": versions(),
                "date": datetime.now(UTC).isoformat(timespec="seconds"),
            }
        )

    def line(self, candidate: Candidate, outcome: Outcome, at_s: float) -> dict[str, Any]:
        """A candidate's line."""
        return {
            "type": "candidate",
            "key": candidate.key,
            "kind": outcome.kind,
            "times_us": [round(time, 4) for time in outcome.times_us],
            "message": outcome.message,
            "pruned": outcome.pruned,
            "knobs": candidate.knobs,
            "tile": candidate.task.knobs,
            "trace": candidate.trace,
            "schedule": outcome.made.get("schedule", candidate.schedule),
            "kernel": outcome.made.get("kernel", ""),
            "compiler": outcome.made.get("compiler", ""),
            "source": source_hash(self.job.workload, file_of(self.job.space)),
            "lowering": lowering_hash(),
            "rung": candidate.task.rung,
            "shape": list(candidate.task.shape),
            "arch": candidate.task.arch,
            "device": self.device,
            "versions": versions(),
            "strategy": self.job.strategy,
            "seed": self.job.seeds.strategy,
            "at_s": round(at_s, 3),
            "worker": outcome.worker,
            "stages_s": {name: round(one, 4) for name, one in outcome.stages_s.items()},
        }

    def keep(self, candidate: Candidate, outcome: Outcome, at_s: float) -> Entry:
        self.record.append(self.line(candidate, outcome, at_s))
        return self.record.entries_by_key[candidate.key]

    def known(
        self, space: Space | AutoSpace, entries: Iterable[Entry], then: str
    ) -> list[tuple[Any, Entry]]:
        """Of the record's `entries` those of a space, as points.

        What is stale is left out, and said, with what comes of it `then`.
        """
        found, foreign, stale = [], 0, 0
        for entry in entries:
            if entry.shape != space.shape:
                continue
            try:
                if isinstance(space, Space) and kept_out_by(space, entry) is not None:
                    raise RecordError(f"{entry.key} is not in the space")
                point = point_of(space, entry, self.record)
                if not same_sources(space, entry) and not is_current(space, point, entry):
                    stale += 1
                    self.record.forget(entry)
                    continue
            except UserError:
                foreign += 1
                self.record.forget(entry)
                continue
            found.append((point, entry))
        if stale:
            self.watcher.say(
                f"{self.record.path}: {stale} candidates are of a schedule that has changed since; "
                f"they are left out {then}"
            )
        if foreign:
            self.watcher.say(
                f"{self.record.path}: {foreign} candidates are not in this space; they are left out"
            )
        return found

    # --- tuning -----------------------------------------------------------------------------------

    def tune(self, shape: tuple[int, ...], measurer: Measurer) -> None:
        """Measure candidates of a shape until its budget is spent or its space is."""
        space = self.job.space_at(shape, self.arch)
        strategy = make(self.job.strategy, space, self.job.seeds.strategy)
        known_points = set()
        for point, entry in self.known(space, self.record.entries, "and measured anew"):
            strategy.observe(point, entry.time_us)
            known_points.add(point)
        done = len(known_points)
        budget = self.job.budget
        start = self.clock()
        before = max(
            (entry.at_s for entry in self.record.entries if entry.shape == shape), default=0
        )
        self.watcher.begin(shape, budget.trials, done, budget.minutes * 60)
        waiting: dict[str, Candidate] = {}
        measured = done

        def keep(candidate: Candidate, outcome: Outcome) -> None:
            nonlocal measured
            measured += 1
            entry = self.keep(candidate, outcome, before + self.clock() - start)
            strategy.observe(candidate.point, entry.time_us)
            best = self.record.best(shape)
            self.watcher.measured(entry, best[0] if best else None)

        def feed() -> Iterator[Task]:
            for point in proposals(first_points(space, self.record), strategy):
                if self.clock() - start > budget.minutes * 60:
                    return
                if point in known_points:
                    continue
                known_points.add(point)
                candidate = space.proposed(point)
                if candidate.key in self.record.entries_by_key or candidate.key in waiting:
                    continue
                waiting[candidate.key] = candidate
                yield candidate.task
                if measured + len(waiting) >= budget.trials:
                    return

        if done >= budget.trials:
            return
        for task, outcome in measurer.measure(feed()):
            keep(waiting.pop(task.key), outcome)

    def run(self, search: bool = True) -> list[Winner]:
        """All shapes; returns the winners. Closes its measurers, whatever happens.

        Without `search` what the record has is confirmed, and no more.
        """
        shapes = [tuple(shape) for shape in self.job.shapes]
        if search:
            self.search(shapes)
        measurer = self.open(self.job.confirming())
        try:
            return [found for shape in shapes if (found := self.confirm(shape, measurer, search))]
        finally:
            measurer.close()

    def search(self, shapes: Sequence[tuple[int, ...]]) -> None:
        measurer = self.open(self.job)
        try:
            for shape in shapes:
                self.tune(shape, measurer)
        finally:
            measurer.close()

    # --- the winner -------------------------------------------------------------------------------

    def confirm(
        self, shape: tuple[int, ...], measurer: Measurer, searched: bool = True
    ) -> Winner | None:
        """Verify the fastest on fresh inputs and time them beside each other; None without one.

        The fastest then is the winner: one lucky measurement makes none. What is wrong there loses
        its time in the record, and the next takes its place; so does what is stale, which a search
        has left out already.
        """
        space = self.job.space_at(shape, self.arch)
        looked_at: set[str] = set()
        while best := self.record.best(shape, CONTESTANTS):
            if not searched:
                # Those that may be timed alone: to walk one schedule may take a second.
                asked = [*best, *(entry for _, entry in self._recorded_by_hand(space))]
                fresh = {one.key: one for one in asked if one.key not in looked_at}
                if fresh:
                    looked_at |= fresh.keys()
                    self.known(space, fresh.values(), UNTIL_SEARCHED)
                    continue
            contestants, changed = {}, False
            for entry in best:
                try:
                    contestants[entry.key] = self._again(space, entry)
                except UserError as error:
                    self.watcher.say(f"{error}; it is left out")
                    self.record.forget(entry)
                    changed = True
            if changed:
                continue
            own = {one.key: one for one in self._hand_written(space)}
            contestants |= own
            self.watcher.say(
                f"{by(shape)}: confirming on fresh inputs: {len(contestants)} candidates, each "
                f"{ROUNDS} times"
            )
            times, failed, compiler = self._timed_again(contestants, measurer)
            for key, outcome in failed.items():
                self.watcher.say(f"{key}: {outcome.kind} on fresh inputs: {outcome.message}")
                if key in self.record.entries_by_key:
                    self.keep(contestants[key], outcome, 0.0)
            if failed.keys() & {entry.key for entry in best}:
                continue
            ordered = sorted(
                (key for key in times if key in self.record.entries_by_key), key=times.__getitem__
            )
            second = ordered[1] if len(ordered) > 1 else None
            if ordered[0] != best[0].key:
                self.watcher.say(
                    f"{by(shape)}: the winner took {digits(times[ordered[0]])} us; the record's "
                    f"fastest, of {digits(best[0].time_us)} us, took "
                    f"{digits(times[best[0].key])} us again: {best[0].key.partition(' ')[2]}"
                )
            hand_written = min(own.keys() & times.keys(), key=times.__getitem__, default=None)
            found = Winner(
                shape,
                ordered[0],
                times[ordered[0]],
                times[second] if second else None,
                times[hand_written] if hand_written else None,
            )
            self.record.append(
                {
                    "type": "final",
                    **asdict(found),
                    "runner_up": second,
                    "hand_written": hand_written,
                    "confirmed_us": times,
                    "inputs_seed": self.job.confirming().seeds.inputs,
                    "compiler": compiler,
                    "rounds": ROUNDS,
                    "date": datetime.now(UTC).isoformat(timespec="seconds"),
                }
            )
            return found
        measured = any(entry.shape == shape for entry in self.record.entries)
        self.watcher.say(f"{by(shape)}: no candidate was {'right' if measured else 'measured'}")
        return None

    def _again(self, space: Space | AutoSpace, entry: Entry) -> Candidate:
        """A recorded candidate, walked once more; raises UserError where it is another now."""
        candidate = space.candidate(point_of(space, entry, self.record))
        if candidate.schedule != entry.schedule:
            raise UserError(f"{entry.key}: its schedule has changed since it was measured")
        return candidate

    def _hand_written(self, space: Space | AutoSpace) -> list[Candidate]:
        """The fastest recorded candidate whose tile was written by hand.

        And the rung's own tile, where it fits the shape and the space lacks it.
        """
        points = space.hand_written() if isinstance(space, Space) else []
        times = {point: entry.time_us or 0.0 for point, entry in self._recorded_by_hand(space)}
        found = [space.candidate(min(times, key=times.__getitem__))] if times else []
        with suppress(UserError):
            tile = space.rung.tile_for(space.rung.at(space.shape))
            if not any(space.tile(space.values(point)) == tile for point in points):
                key = own_key(space)
                task = Task(key, space.rung.path, space.shape, space.arch, asdict(tile))
                found.append(Candidate(None, {}, task, None, ""))
        return found

    def _recorded_by_hand(self, space: Space | AutoSpace) -> list[tuple[Point, Entry]]:
        """The recorded candidates that were right and whose tiles were written by hand."""
        if isinstance(space, AutoSpace):
            return []
        known = self.record.entries_by_key
        return [
            (point, entry)
            for point in space.hand_written()
            if (entry := known.get(space.task(point).key)) and entry.time_us is not None
        ]

    def _timed_again(
        self, contestants: dict[str, Candidate], measurer: Measurer
    ) -> tuple[dict[str, float], dict[str, Outcome], str]:
        """Times of those that were right in every turn, what failed, and what compiled them.

        Of the turns' times it is the median on a GPU, and the least on a CPU, where other programs
        may only add to a time.
        """
        middle = min if self.job.rung.target == "llvm" else median
        tasks = {
            f"{key} again {turn}": (key, candidate)
            for turn in range(1, ROUNDS + 1)
            for key, candidate in contestants.items()
        }
        times: dict[str, list[float]] = {}
        failed: dict[str, Outcome] = {}
        compiler = ""
        asked = (replace(candidate.task, key=name) for name, (_, candidate) in tasks.items())
        for task, outcome in measurer.measure(asked):
            key, _ = tasks[task.key]
            compiler = outcome.made.get("compiler", compiler)
            if outcome.kind == "ok":
                times.setdefault(key, []).append(median(outcome.times_us) or 0.0)
            else:
                failed[key] = outcome
        right = {
            key: round(middle(found) or 0.0, 4) for key, found in times.items() if key not in failed
        }
        return right, failed, compiler


def first_points(space: Space | AutoSpace, record: Record) -> list[Point]:
    """What is tried before a strategy is asked.

    That is the tiles that people wrote, which the winner is held against, and what was fastest at
    the job's other shapes.
    """
    if isinstance(space, AutoSpace):
        return []
    found = space.hand_written()
    for shape in record.shapes():
        for entry in record.best(shape, BEST_ELSEWHERE) if shape != space.shape else ():
            # A split of one extent is none of another.
            if kept_out_by(space, entry) is None:
                found.append(space.point(entry.knobs))
    return list(dict.fromkeys(found))


def proposals(first: Iterable[Any], strategy: Strategy) -> Iterator[Any]:
    """The first points, then what the strategy says."""
    yield from first
    while (point := strategy.propose()) is not None:
        yield point


def point_of(space: Space | AutoSpace, entry: Entry, record: Record) -> Any:
    """A recorded candidate as a point of its space; raises RecordError where it is none."""
    if isinstance(space, Space):
        try:
            return space.point(entry.knobs)
        except UserError as error:
            raise RecordError(f"{record.path}: {entry.key}: {error}") from None
    return json.dumps(record.line(entry)["trace"], separators=(",", ":"))


def kept_out_by(space: Space, entry: Entry) -> str | None:
    """What keeps a recorded candidate out of its space, which may have been narrowed since.

    A restriction's name, or '' where the space lacks a knob's value; None where nothing does.
    """
    try:
        space.point(entry.knobs)
    except UserError:
        return ""
    return space.refusal(entry.knobs) or None


def own_key(space: Space | AutoSpace) -> str:
    """The rung's own tile by name, where it is no candidate."""
    return f"{by(space.shape)} {space.rung.path}"


def is_current(space: Space | AutoSpace, point: Any, entry: Entry) -> bool:
    """Whether a recorded candidate's point still gives its schedule, and that its kernel's text."""
    return current_schedule(space, point, entry) is not None


def current_schedule(space: Space | AutoSpace, point: Any, entry: Entry) -> s_tir.Schedule | None:
    """The schedule of a recorded candidate's point; None where it, or its kernel's text, changed.

    It is lowered only where the sources that do so have changed.
    """
    try:
        sch = space.schedule(point)
    except RungError:
        return None
    if schedule_hash(sch.mod, space.rung) != entry.schedule:
        return None
    if entry.lowering != lowering_hash() and not same_kernel(space, sch.mod, entry):
        return None
    return sch


def same_sources(space: Space | AutoSpace, entry: Entry) -> bool:
    """Whether all that makes a candidate's kernel is as it was: it need not be looked at."""
    file = space.template.file if isinstance(space, Space) else ""
    return (entry.source, entry.lowering) == (source_hash(space.rung.path, file), lowering_hash())


def file_of(space: str) -> str:
    """The file of a space by name; '' for MetaSchedule's own."""
    return "" if space == AUTO else find(space).file


def same_kernel(space: Space | AutoSpace, mod: tvm.ir.IRModule, entry: Entry) -> bool:
    from .measure.build import emitted

    rung = space.rung
    try:
        text = emitted(mod, rung.build, rung.lowered_for(space.arch))
    except UserError:
        return not entry.kernel
    return text_fingerprint(text) == entry.kernel


# --- commands -------------------------------------------------------------------------------------


def to_go_on(path: Path, search: bool) -> str:
    """What to do about a run that has ended early."""
    if not path.exists() or not path.stat().st_size:
        return "nothing was measured yet"
    if search:
        return f"what was measured is in {path}: `tune resume {path}` goes on with it"
    return f"what was confirmed is in {path}: `tune resume {path} --confirm-only` begins anew"


def start(
    job: Job,
    path: Path,
    watcher: Watcher,
    *,
    resume: bool,
    search: bool = True,
    opened: OpenMeasurer | None = None,
) -> list[Winner]:
    """Run a job on a record: a fresh one, or with `resume` one that was begun.

    Without `search` nothing is measured but the fastest of the record, once more.
    """
    device = job.device()
    job.check_memory()
    if path.exists() and path.stat().st_size and not resume:
        raise UserError(f"{path} exists: `tune resume` goes on with it, --record names another")
    if resume and not path.exists():
        raise UserError(f"there is no {path} to go on with: `tune run` begins one")
    if isinstance(space := job.space_at(job.shapes[0], job.arch), Space):
        space.points  # noqa: B018  an empty space is said before a file is made
    record = Record.open(path, watcher.say)
    try:
        tuning = Tuning(job, record, device, watcher, opened or open_measurer)
        tuning.begin(search)
        try:
            return tuning.run(search)
        except UserError as error:
            raise type(error)(f"{error}; {to_go_on(path, search)}") from error
    finally:
        record.close()


def recorded_job(record: Record) -> Job:
    """The job that a record was made by; raises UserError where it is none any more."""
    values = dict(record.job())
    name = values.pop("name", "job")
    job = from_values(values, name, lambda keys: f"{record.path}: its job")
    check_words(job, lambda key: f"{record.path}: its job: {key}")
    return job
