"""A record as one offline HTML page: what won, how the search went, and which knobs matter."""

from __future__ import annotations

import itertools
import re
import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from schedules.commands.textdiff import unified
from schedules.errors import UserError
from schedules.files import slug
from schedules.kernel import Kernel
from schedules.ladder import Tile
from schedules.levels import source_level
from schedules.steps import Step, steps

from .auto import AutoSpace
from .charts import Curve, Distribution, Trial, curve, distribution
from .jobs import AUTO, Budget, Job
from .rate import Rate, digits
from .records import Entry, Record
from .run import is_current, kept_out_by, own_key, point_of, recorded_job
from .space import Space, Split, pairs, said, schedule_hash
from .view import duration
from .winners import of_the_search_alone, winners

MOST_MESSAGES = 12
# Fewer right candidates than this say little of a knob's value.
FEW = 5
# A knob with fewer candidates for each value than this gets no table.
LEAST_A_VALUE = 3
# A distribution of fewer candidates than this is none.
LEAST_SHARES = 30
# In the order of a candidate's life.
STAGES = ("walk", "lower", "compile", "link", "load", "verify", "time")
CUT_SHORT = "cut short"
NAMES = {"tir": "scheduled TIR", "cuda": "CUDA", "asm": "assembly"}


# --- knobs ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Option:
    """What became of the candidates with one value of a knob."""

    value: str
    right: int
    failed: int
    median: float
    best: float


@dataclass(frozen=True)
class KnobTable:
    name: str
    meaning: str
    options: list[Option]


def by_knob(
    entries: Sequence[Entry], rate: Rate, meanings: Mapping[str, str]
) -> tuple[list[KnobTable], list[str]]:
    """For each knob (each factor of a split) its values, with the speeds they were seen at.

    Returns the tables, and the knobs that too few candidates were measured for.
    """
    groups: dict[str, dict[Any, list[Entry]]] = {}
    for entry in entries:
        for name, value in pairs(entry.knobs):
            groups.setdefault(name, {}).setdefault(value, []).append(entry)
    tables, scarce = [], []
    for name, values in groups.items():
        if len(values) < 2:
            continue
        if len(entries) < LEAST_A_VALUE * len(values):
            scarce.append(name)
            continue
        options = []
        for value in ordered(values):
            speeds = [rate.speed(entry.time_us) for entry in values[value] if entry.time_us]
            options.append(
                Option(
                    said(value),
                    len(speeds),
                    len(values[value]) - len(speeds),
                    statistics.median(speeds) if speeds else 0.0,
                    max(speeds, default=0.0),
                )
            )
        tables.append(KnobTable(name, meanings.get(name, ""), options))
    return tables, scarce


def factors(space: Space | None) -> dict[str, str]:
    """What each factor of a space's splits is of: 'tile_i[0]' is the outermost of M."""
    found = {}
    for knob in space.knobs.values() if space else ():
        if isinstance(knob, Split):
            axis = space.workload.axes[knob.axis]
            for at in range(knob.parts):
                place = {0: "outermost", knob.parts - 1: "innermost"}.get(at, "between")
                found[f"{knob.name}[{at}]"] = f"{axis}, {place}"
    return found


def ordered(values) -> list:
    return sorted(values, key=lambda value: (isinstance(value, str), value))


# --- failures -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Heat:
    """Share of failed candidates by two knobs; a cell is (failed, tried), or None for untried."""

    rows: str
    columns: str
    row_values: list[str]
    column_values: list[str]
    cells: list[list[tuple[int, int] | None]]


def heat(entries: Sequence[Entry]) -> Heat | None:
    """Failures over the two knobs that tell most about them; None where none or all failed."""
    if len({entry.time_us is None for entry in entries}) < 2:
        return None
    flat = [(dict(pairs(entry.knobs)), entry.time_us is None) for entry in entries]
    names = [name for name in flat[0][0] if len({knobs[name] for knobs, _ in flat}) > 1]
    best, chosen = -1.0, None
    for rows, columns in itertools.combinations(names, 2):
        cells: dict[tuple, list[bool]] = {}
        for knobs, failed in flat:
            cells.setdefault((knobs[rows], knobs[columns]), []).append(failed)
        # What is left to guess once the cell is known, with a price for cells of few candidates.
        told = sum(sum(cell) ** 2 / (len(cell) + 1) for cell in cells.values())
        if told > best:
            best, chosen = told, (rows, columns, cells)
    if chosen is None:
        return None
    rows, columns, cells = chosen
    down = ordered({row for row, _ in cells})
    across = ordered({column for _, column in cells})
    return Heat(
        rows,
        columns,
        list(map(said, down)),
        list(map(said, across)),
        [
            [
                (sum(cell), len(cell)) if (cell := cells.get((row, column))) else None
                for column in across
            ]
            for row in down
        ],
    )


@dataclass(frozen=True)
class Refused:
    """The candidates that a restriction refuses which was not there when they were measured.

    Without a name it is the knobs themselves that the space has no more. `outcomes` are kinds with
    their counts.
    """

    name: str
    why: str
    outcomes: list[tuple[str, int]]

    @property
    def count(self) -> int:
        return sum(count for _, count in self.outcomes)


def refused(space: Space, entries: Iterable[Entry]) -> list[Refused]:
    """What a space allows no more, by the restriction that is the first to refuse it."""
    whys = {one.name: one.why for one in space.removed}
    found: dict[str, Counter[str]] = {}
    for entry in entries:
        if (name := kept_out_by(space, entry)) is not None:
            found.setdefault(name, Counter())[entry.kind] += 1
    return [Refused(name, whys.get(name, ""), kinds.most_common()) for name, kinds in found.items()]


@dataclass
class Failure:
    """Candidates that failed alike: `message` is the first one's, `others` differ in numbers."""

    kind: str
    message: str
    count: int = 0
    others: bool = False


# Not the digits of a name: float16, sm_90.
_NUMBERS = re.compile(r"(?<![\w.])-?(?:\d+(?:\.\d+)?(?:e[-+]?\d+)?|nan|inf)\b")
# Those of a block or thread that are 0 may be left out.
_PLACE = re.compile(r"(?: [xyz]=\d+)+")


def without_numbers(message: str) -> str:
    """What messages that differ in their numbers alone have in common."""
    return _NUMBERS.sub("#", _PLACE.sub(" #", message))


# --- what is in the lines alone -------------------------------------------------------------------


@dataclass
class Lines:
    """What a shape's lines say that the record does not keep in memory."""

    pruned: set[str] = field(default_factory=set)
    failures: dict[tuple[str, str], Failure] = field(default_factory=dict)
    stages: dict[str, list[float]] = field(default_factory=dict)
    workers: Counter = field(default_factory=Counter)
    compilers: set[str] = field(default_factory=set)

    @property
    def compiler(self) -> str:
        return ", ".join(sorted(self.compilers))

    def add(self, line: Mapping[str, Any]) -> None:
        if line["times_us"]:
            if line.get("pruned"):
                self.pruned.add(line["key"])
        else:
            message = (line.get("message") or "").partition("\n")[0]
            alike = (line["kind"], without_numbers(message))
            failure = self.failures.setdefault(alike, Failure(line["kind"], message[:200]))
            failure.count += 1
            failure.others |= message[:200] != failure.message
        for name, seconds in (line.get("stages_s") or {}).items():
            self.stages.setdefault(name, []).append(seconds)
        if line.get("worker"):
            self.workers[line["worker"]] += 1
        if line.get("compiler"):
            self.compilers.add(line["compiler"])


def lines_by_shape(record: Record) -> dict[tuple[int, ...], Lines]:
    """One pass over the file, which keeps no line whole."""
    found: dict[tuple[int, ...], Lines] = {}
    for line in record.lines():
        found.setdefault(tuple(line["shape"]), Lines()).add(line)
    return found


@dataclass(frozen=True)
class Stage:
    """Where seconds went: all candidates' together, and the median one's in milliseconds."""

    name: str
    total_s: float
    share: float
    median_ms: float
    candidates: int


def stages_of(seconds: Mapping[str, Sequence[float]]) -> list[Stage]:
    names = [*(one for one in STAGES if one in seconds), *sorted(set(seconds) - set(STAGES))]
    total = sum(map(sum, seconds.values())) or 1.0
    return [
        Stage(
            name,
            sum(seconds[name]),
            sum(seconds[name]) / total,
            statistics.median(seconds[name]) * 1e3,
            len(seconds[name]),
        )
        for name in names
    ]


def ending(
    trials: int, minutes: float, allowed: int | None, budget: Budget, confirmed: bool, runs: int
) -> str:
    """Why a shape's search ended, as far as its record tells."""
    if allowed is not None and trials >= allowed:
        return "every candidate of the space is measured"
    if trials >= budget.trials:
        return f"its {budget.trials} trials are spent"
    # Each run has the minutes anew, and candidates in flight end a little later.
    if (confirmed or runs == 1) and minutes >= 0.98 * budget.minutes:
        return f"its {budget.minutes:g} minutes are spent"
    if confirmed and runs == 1:
        return "the strategy had nothing left to propose"
    return "ended before its trials were spent" if confirmed else CUT_SHORT


# --- the winner -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Contestant:
    """Who was timed again at the end, with its time in the search. Times in microseconds."""

    role: str
    name: str
    confirmed_us: float | None
    searched_us: float | None
    times_us: Sequence[float]
    kind: str
    knobs: Mapping[str, Any]
    tile: Mapping[str, Any]


@dataclass(frozen=True)
class Text:
    """Source on the page; `text` is safe HTML."""

    title: str
    text: Markup
    open: bool


@dataclass(frozen=True)
class Difference:
    """A knob, or a field of the tile, of each contestant."""

    name: str
    values: list[str]
    differs: bool


@dataclass
class Winner:
    """A shape's winner: who it was held against, and its source.

    `compiler` made the machine code that was confirmed; '' on a CPU. `applied` tells whether `tune
    apply` takes it.
    """

    name: str
    time_us: float
    compiler: str
    applied: bool
    gain: float | None
    contestants: list[Contestant]
    differences: list[Difference]
    remarks: list[str]
    texts: list[Text] = field(default_factory=list)


def winner_of(
    job: Job,
    record: Record,
    final: Mapping[str, Any],
    space: Space | AutoSpace | None,
    own: Entry | None,
    searched_by: str,
) -> Winner:
    """The winner with its texts; without them, and a remark, where its schedule has changed.

    `own` is the search's fastest candidate whose tile was written by hand, `searched_by` the
    search's compiler.
    """
    entry = record.entries_by_key[final["key"]]
    gain = final["hand_written_us"] / final["time_us"] if final["hand_written_us"] else None
    by_hand = hand_written_key(final, space, own)
    who = contestants(record, final, space, by_hand)
    alone = of_the_search_alone(job, final)
    found = Winner(
        entry.key.partition(" ")[2],
        final["time_us"],
        searched_by if alone else final.get("compiler", ""),
        not alone,
        gain,
        who,
        differences(who),
        [search_and_winner(record, final)],
    )
    if by_hand and space is not None and by_hand == own_key(space):
        found.remarks.append(
            "The hand-written tile is the rung's own, which is no candidate of the space."
        )
    if alone:
        found.remarks.append(
            "What the search compiled was confirmed, and not what `schedules bench` compiles: "
            "`tune apply` leaves this winner out."
        )
    if space is None:
        found.remarks.append("Its space is not here any more, so that its source is not shown.")
    else:
        add_texts(found, record, entry, space, by_hand)
    return found


def hand_written_key(
    final: Mapping[str, Any], space: Space | AutoSpace | None, own: Entry | None
) -> str | None:
    """The hand-written tile that the winner was held against, by its candidate's key.

    It is `own_key` where that is the rung's own tile and no candidate.
    """
    if not final["hand_written_us"]:
        return None
    if "hand_written" in final:
        return final["hand_written"]
    # A line of an earlier version, which took the search's fastest.
    if own:
        return own.key
    return own_key(space) if space is not None else None


def written_by_hand(record: Record, space: Space) -> Entry | None:
    """The fastest candidate whose tile was written by hand."""
    keys = [space.task(point).key for point in space.hand_written()]
    entries = [record.entries_by_key[key] for key in keys if key in record.entries_by_key]
    right = [entry for entry in entries if entry.time_us]
    return min(right, key=lambda entry: entry.time_us or 0.0, default=None)


def contestants(
    record: Record,
    final: Mapping[str, Any],
    space: Space | AutoSpace | None,
    by_hand: str | None,
) -> list[Contestant]:
    """The hand-written tile, the winner and the runner-up, one that is two of them only once."""
    seats = [("winner", final["key"], final["time_us"])]
    if final.get("runner_up"):
        seats.append(("runner-up", final["runner_up"], final["runner_up_us"]))
    if by_hand:
        keys = [key for _, key, _ in seats]
        if by_hand in keys:
            role, key, time = seats[keys.index(by_hand)]
            seats[keys.index(by_hand)] = (f"{role}, hand-written", key, time)
        else:
            seats.insert(0, ("hand-written", by_hand, final["hand_written_us"]))
    found = []
    for role, key, time in seats:
        name = key.partition(" ")[2]
        if entry := record.entries_by_key.get(key):
            line = record.line(entry)
            searched = (entry.time_us, line["times_us"], entry.kind, entry.knobs)
            found.append(Contestant(role, name, time, *searched, line.get("tile") or {}))
        elif space is not None and key == own_key(space):
            tile = tile_by_hand(record, space, key)
            found.append(
                Contestant(role, name, time, None, (), "", {}, asdict(tile) if tile else {})
            )
    return found


def tile_by_hand(record: Record, space: Space | AutoSpace, key: str) -> Tile | None:
    """The hand-written tile of a key; None where the rung has it no more."""
    with suppress(UserError):
        if isinstance(space, Space) and (entry := record.entries_by_key.get(key)):
            return space.tile(entry.knobs)
        if key == own_key(space):
            return space.rung.tile_for(space.workload)
    return None


def differences(who: Sequence[Contestant]) -> list[Difference]:
    """Knobs, then those fields of the tile that are none."""
    names = list(dict.fromkeys(name for one in who for name in (*one.knobs, *one.tile)))
    found = []
    for name in names:
        values = [
            said(one.knobs[name] if name in one.knobs else one.tile.get(name, "")) for one in who
        ]
        found.append(Difference(name, values, len(set(values)) > 1))
    return found


def search_and_winner(record: Record, final: Mapping[str, Any]) -> str:
    """What became of the fastest candidate of the search."""
    shape = tuple(final["shape"])
    (best,) = record.best(shape) or [None]
    if best is None or best.key == final["key"]:
        return "The winner was the fastest of the search as well."
    name = best.key.partition(" ")[2]
    times = final.get("confirmed_us") or {}
    if best.key == final.get("runner_up"):
        place = "is the runner-up here"
    elif time := times.get(best.key):
        ahead = sum(one < time for one in times.values())
        place = f"took {digits(time)} us when timed again, place {ahead + 1} of {len(times)}"
    elif times:
        place = "was not among those that were timed again"
    elif final["date"] < record.last_search["date"]:
        place = "may have been measured after that: `tune resume` confirms anew"
    else:
        place = "was slower when timed again"
    return f"The fastest of the search, {name}, {place}."


def add_texts(
    winner: Winner, record: Record, entry: Entry, space: Space | AutoSpace, by_hand: str | None
) -> None:
    """Walk the winner's schedule, render it, and hold it against the hand-written one."""
    rung, level = space.rung, source_level(space.rung.target)
    try:
        point = point_of(space, entry, record)
        sch = space.schedule(point)
    except (UserError, RuntimeError, ValueError):
        sch = None
    if sch is None or schedule_hash(sch.mod, rung) != entry.schedule:
        winner.remarks.append(
            "Its schedule has changed since it was measured: the source is not shown."
        )
        return
    if not is_current(space, point, entry):
        winner.remarks.append(
            "Its kernel has changed since it was measured: below is what its schedule gives now."
            if entry.kernel
            else "The record has no hash of its kernel: below is what its schedule gives now."
        )
    # What tells most comes first: a CPU's assembly is far from the schedule, CUDA is near.
    order = ("tir", level) if rung.target == "llvm" else (level, "tir")
    new = texts(winning(space, sch), level)
    old: dict[str, str] = {}
    if not isinstance(space, Space):
        pass
    elif by_hand is None:
        winner.remarks.append("No tile that was written by hand was confirmed beside it.")
    elif by_hand == entry.key:
        winner.remarks.append("The winner is the hand-written tile.")
    elif tile := tile_by_hand(record, space, by_hand):
        last = steps(rung, space.workload, tile)[-1]
        old = texts(Kernel(rung, last, space.workload, rung.lowered_for(space.arch)), level)
    else:
        winner.remarks.append("The hand-written tile is not there any more.")
    for at, one in enumerate(order):
        if one in old and one in new:
            title = f"From the hand-written tile to the winner: {NAMES[one]}"
            diff = unified("hand-written", old[one], "the winner", new[one])
            winner.texts.append(Text(title, coloured(diff), at == 0))
    for at, one in enumerate(order):
        if one in new:
            shown = (rung.target == "cuda" or not old) and at == 0
            winner.texts.append(Text(f"The winner's {NAMES[one]}", escape(new[one]), shown))
    if not old and not isinstance(space, Space):
        trace = "\n".join(map(str, sch.trace.as_python())) + "\n"
        winner.texts.append(Text("The winner's trace", escape(trace), False))


def winning(space: Space | AutoSpace, sch) -> Kernel:
    step = Step(1, "winner", "", sch.mod, ())
    return Kernel(space.rung, step, space.workload, space.rung.lowered_for(space.arch))


def texts(kernel: Kernel, level: str) -> dict[str, str]:
    """A kernel's texts by level, as far as it has them."""
    found = {"tir": kernel.tir}
    if kernel.source:
        found[level] = without_tables(kernel.source) if level == "asm" else kernel.source
    return found


_CONSTANTS = re.compile(
    r"^(?:\.LCPI\w*:|\s+\.(?:byte|short|long|quad|zero|ascii|asciz)\b.*)\n", re.M
)


def without_tables(asm: str) -> str:
    """Assembly without its tables of constants, which tell nothing of a tile."""
    return _CONSTANTS.sub("", asm)


def coloured(diff: str) -> Markup:
    kinds = {"+": "add", "-": "del", "@": "at"}
    found = []
    for line in diff.splitlines():
        kind = kinds.get(line[:1])
        found.append(
            Markup('<span class="{}">{}</span>').format(kind, line) if kind else escape(line)
        )
    return Markup("\n").join(found)


# --- the page -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ShapeReport:
    """All that is shown of a shape. Times in the units that their names say."""

    extents: list[tuple[str, int]]
    workload: str
    rate: Rate
    trials: int
    outcomes: list[tuple[str, int]]
    size: int | None
    allowed: int | None
    refused: list[Refused]
    seconds: str
    a_minute: float
    ending: str
    compiler: str
    best: float
    curve: Curve
    hand_written: bool
    distribution: Distribution | None
    median_share: float
    near_best: int
    knobs: list[KnobTable]
    scarce: list[str]
    heat: Heat | None
    failures: list[Failure]
    stages: list[Stage]
    workers: list[tuple[str, int]]
    pruned: int
    splits: bool
    winner: Winner | None

    @property
    def name(self) -> str:
        return ", ".join(f"{axis} {extent}" for axis, extent in self.extents)

    @property
    def outside(self) -> int:
        """Candidates that the space allows no more."""
        return sum(one.count for one in self.refused)


def space_of(job: Job, shape: Sequence[int], arch: str) -> Space | AutoSpace | None:
    """A shape's space; None where it is not here any more, or has become empty."""
    try:
        found = job.space_at(shape, arch)
        if isinstance(found, Space):
            found.points  # noqa: B018  raises where none is left
    except UserError:
        return None
    return found


def shape_report(
    job: Job, record: Record, shape: tuple[int, ...], lines: Lines, final: Mapping | None
) -> ShapeReport:
    entries = [entry for entry in record.entries if entry.shape == shape]
    workload = job.rung.workload.with_shape(shape)
    rate = Rate.of(workload, job.rung.target)
    space = space_of(job, shape, record.runs[-1]["arch"])
    knobs = space if isinstance(space, Space) else None
    own = written_by_hand(record, knobs) if knobs else None
    allowed = len(knobs.points) if knobs else None
    lost = refused(knobs, entries) if knobs else []
    most = allowed + sum(one.count for one in lost) if knobs else None
    seconds = max((entry.at_s for entry in entries), default=0.0)
    speeds = [rate.speed(entry.time_us) for entry in entries]
    best = max(speeds)
    shares = [speed / best for speed in speeds if speed]
    trials = [
        Trial(speed, entry.key in lines.pruned, dot_title(entry, speed, rate))
        for entry, speed in zip(entries, speeds, strict=True)
    ]
    tables, scarce = by_knob(entries, rate, factors(knobs))
    confirmed = final is not None and final["date"] >= record.last_search["date"]
    runs = len(record.searches)
    return ShapeReport(
        extents=list(zip(workload.axes, shape, strict=True)),
        workload=str(workload),
        rate=rate,
        trials=len(entries),
        outcomes=Counter(entry.kind for entry in entries).most_common(),
        size=knobs.size if knobs else None,
        allowed=allowed,
        refused=lost,
        seconds=duration(seconds),
        a_minute=len(entries) / seconds * 60 if seconds else 0.0,
        ending=ending(len(entries), seconds / 60, most, job.budget, confirmed, runs),
        compiler=lines.compiler,
        best=best,
        curve=curve(trials, rate.unit, rate.speed(own.time_us) if own else None),
        hand_written=own is not None,
        distribution=distribution(shares) if len(shares) >= LEAST_SHARES else None,
        median_share=statistics.median(shares) if shares else 0.0,
        near_best=sum(share >= 0.95 for share in shares),
        knobs=tables,
        scarce=scarce,
        heat=heat(entries) if job.space != AUTO else None,
        failures=sorted(lines.failures.values(), key=lambda one: -one.count)[:MOST_MESSAGES],
        stages=stages_of(lines.stages),
        workers=lines.workers.most_common(),
        pruned=len(lines.pruned),
        splits=any(isinstance(value, list | tuple) for value in entries[0].knobs.values()),
        winner=winner_of(job, record, final, space, own, lines.compiler) if final else None,
    )


def dot_title(entry: Entry, speed: float, rate: Rate) -> str:
    said_speed = f"{speed:.4g} {rate.unit}" if speed else entry.kind
    return f"{said_speed}, {entry.key.partition(' ')[2]}"


def facts(job: Job, record: Record, shapes: Iterable[ShapeReport]) -> list[tuple[str, str]]:
    """What the numbers are of."""
    run, budget = record.runs[-1], job.budget
    searches = record.searches
    dates = [date_text(one) for one in searches or record.runs]
    times = "once," if len(dates) == 2 else f"{len(dates) - 1} times, last"
    begun = f"{dates[0]}, taken up {times} {dates[-1]}"
    again = [date_text(one) for one in record.runs if one not in searches]
    compilers = " and ".join(sorted({one.compiler for one in shapes} - {""}))
    confirmed = {one.winner.compiler for one in shapes if one.winner} - {""}
    if confirmed - {compilers}:
        then = " and ".join(sorted(confirmed))
        compilers = f"{compilers or 'unknown'} in the search, {then} when confirmed"
    found = [
        ("rung", job.workload),
        ("device", f"{run['device']}, target {run['arch']}"),
        ("space", f"{job.space}, strategy {job.strategy}, seed {job.seeds.strategy}"),
        ("budget", f"at most {budget.trials} trials and {budget.minutes:g} min for each shape"),
        ("TVM", run["versions"]["apache-tvm"]),
        ("compiler", compilers),
        ("begun", begun if len(dates) > 1 else dates[0]),
        ("confirmed anew", ", ".join(again)),
        ("record", str(record.path)),
    ]
    return [(name, text) for name, text in found if text]


def date_text(run: Mapping[str, Any]) -> str:
    return run["date"].replace("T", " ").replace("+00:00", " UTC")


def commands(job: Job, record: Record, shapes: Sequence[ShapeReport]) -> list[tuple[str, str]]:
    """What one may do next, and what for."""
    won = [one for one in shapes if one.winner]
    found = []
    if won and job.space == AUTO:
        found.append((f"tune export {record.path} FOLDER", "as MetaSchedule's database"))
    elif applied := [one for one in won if one.winner.applied]:
        device = slug(record.runs[-1]["device"]).removesuffix(".json")
        shape = ",".join(str(extent) for _, extent in applied[0].extents)
        found += [
            (f"tune apply {record.path}", "make the winners configurations of the rung"),
            (f"schedules show {job.workload}@{device} --shape {shape}", "then look at one"),
        ]
    if job.space != AUTO and any(not one.winner.applied for one in won):
        why = "confirm what `schedules bench` compiles"
        found.append((f"tune resume {record.path} --confirm-only", why))
    if any(one.ending == CUT_SHORT for one in shapes):
        found.append((f"tune resume {record.path}", "go on with the search"))
    elif any(one.allowed is None or one.trials < one.allowed + one.outside for one in shapes):
        more = 2 * max(one.trials for one in shapes)
        found.append((f"tune resume {record.path} --trials {more}", "search on"))
    return found


def page(record: Record) -> str:
    """The record's page; raises UserError for a record without candidates."""
    if not record.entries:
        raise UserError(f"{record.path} has no candidates yet")
    job = recorded_job(record)
    finals = {tuple(line["shape"]): line for line in winners(record)}
    lines = lines_by_shape(record)
    shapes = [
        shape_report(job, record, shape, lines[shape], finals.get(shape))
        for shape in record.shapes()
    ]
    environment = Environment(
        loader=PackageLoader("tune"), autoescape=True, trim_blocks=True, undefined=StrictUndefined
    )
    return environment.get_template("report.html.j2").render(
        job=job,
        device=record.runs[-1]["device"],
        facts=facts(job, record, shapes),
        commands=commands(job, record, shapes),
        shapes=shapes,
        few=FEW,
    )
