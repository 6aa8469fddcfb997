"""A record as one offline HTML page: what won, how the search went, and which knobs matter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from gpusim.errors import UserError
from schedules.core.files import slug
from schedules.core.target import Target
from schedules.explorer import THEME
from schedules.measure.units import Rate

from ..engine.recorded import recorded_job
from ..jobs.job import Job
from ..records.lines import Entry, median
from ..records.record import Record
from ..space.base import knobs_of
from ..space.knob_space import Space
from ..winners import winners
from . import statistics
from .progress import duration
from .winner import WinnerReport, written_by_hand

MOST_MESSAGES = 12
# With fewer correct candidates, the values of a knob are not compared.
FEW = 5
# With fewer candidates, no distribution is shown.
LEAST_SHARES = 30


class ShapeReport:
    """Everything that is shown for a shape; times and speeds in the units of their names, or of
    `rate`."""

    def __init__(
        self,
        job: Job,
        record: Record,
        shape: tuple[int, ...],
        log: statistics.ShapeLog,
        final: Mapping | None,
    ) -> None:
        self.log, self.workload = log, job.rung.workload.with_shape(shape)
        self.extents = list(zip(self.workload.axes, shape, strict=True))
        self.name = ", ".join(f"{axis} {extent}" for axis, extent in self.extents)
        self.rate = Rate.of(self.workload, job.rung.target)
        entries = [entry for entry in record.entries if entry.shape == shape]
        self.trials = len(entries)
        self.outcomes = Counter(entry.kind for entry in entries).most_common()
        self.space = space = space_of(job, shape, job.rung.lowered_for(record.runs[-1]["arch"]))
        self.refused = statistics.refused(space, entries) if space else []
        # Candidates that the space no longer allows.
        self.outside = sum(lost.count for lost in self.refused)
        self.allowed = space.allowed if space else None
        most = None if self.allowed is None else self.allowed + self.outside
        seconds = max((entry.at_s for entry in entries), default=0.0)
        self.seconds = duration(seconds)
        self.a_minute = len(entries) / seconds * 60 if seconds else 0.0
        confirmed = final is not None and final["date"] >= record.last_search["date"]
        self.ending = statistics.ending(
            len(entries), seconds / 60, most, job.budget, confirmed, len(record.searches)
        )
        speeds = [self.rate.speed(entry.time_us) for entry in entries]
        self.best = max(speeds)
        # Each candidate's speed (0 if it failed), its mark in the curve, and its description.
        self.curve = [
            (speed, mark_of(speed, entry.key in log.pruned), dot_title(entry, speed, self.rate))
            for entry, speed in zip(entries, speeds, strict=True)
        ]
        own = written_by_hand(record, space) if space else None
        self.hand_written = self.rate.speed(own.time_us) if own else None
        self.shares = [speed / self.best for speed in speeds if speed]
        self.knobs, self.scarce = statistics.by_knob(entries, self.rate, statistics.factors(space))
        failures = sorted(log.failures.values(), key=lambda failure: -failure.count)
        self.failures = failures[:MOST_MESSAGES]
        self.splits = any(isinstance(value, list | tuple) for value in entries[0].knobs.values())
        self.winner = WinnerReport(record, final, space, own, log.compiler) if final else None


def space_of(job: Job, shape: Sequence[int], target: Target) -> Space | None:
    """A shape's space; None if it no longer exists, or is now empty."""
    try:
        space = job.space_at(shape, target)
        space.allowed  # noqa: B018  raises where none is left
    except UserError:
        return None
    return space


def mark_of(speed: float, pruned: bool) -> str:
    return "failed" if not speed else "pruned" if pruned else "right"


def dot_title(entry: Entry, speed: float, rate: Rate) -> str:
    text = f"{speed:.4g} {rate.unit}" if speed else entry.kind
    return f"{text}, {knobs_of(entry.key)}"


def facts(job: Job, record: Record, shapes: Iterable[ShapeReport]) -> list[tuple[str, str]]:
    """Facts about the measurement: (label, value)."""
    run, budget = record.runs[-1], job.budget
    searches = record.searches
    dates = [date_text(begun) for begun in searches or record.runs]
    times = "once," if len(dates) == 2 else f"{len(dates) - 1} times, last"
    begun = f"{dates[0]}, resumed {times} {dates[-1]}"
    again = [date_text(begun) for begun in record.runs if begun not in searches]
    compilers = " and ".join(sorted({report.log.compiler for report in shapes} - {""}))
    confirmed = {report.winner.compiler for report in shapes if report.winner} - {""}
    if confirmed - {compilers}:
        then = " and ".join(sorted(confirmed))
        compilers = f"{compilers or 'unknown'} in the search, {then} when confirmed"
    lines = [
        ("rung", job.workload),
        ("device", f"{run['device']}, target {run['arch']}"),
        ("space", f"{job.space}, strategy {job.strategy}, seed {job.seeds.strategy}"),
        ("budget", f"at most {budget.trials} trials and {budget.minutes:g} min for each shape"),
        ("TVM", run["versions"]["apache-tvm"]),
        ("compiler", compilers),
        ("begun", begun if len(dates) > 1 else dates[0]),
        ("confirmed again", ", ".join(again)),
        ("record", str(record.path)),
    ]
    return [(name, text) for name, text in lines if text]


def date_text(run: Mapping[str, Any]) -> str:
    return run["date"].replace("T", " ").replace("+00:00", " UTC")


def commands(job: Job, record: Record, shapes: Sequence[ShapeReport]) -> list[tuple[str, str]]:
    """Commands to run next, each with its purpose."""
    won = [shape for shape in shapes if shape.winner]
    lines = []
    if won:
        device = slug(record.runs[-1]["device"]).removesuffix(".json")
        shape = ",".join(str(extent) for _, extent in won[0].extents)
        lines += [
            (f"tune apply {record.path}", "make the winners configurations of the rung"),
            (f"schedules show {job.workload}@{device} --shape {shape}", "then look at one"),
        ]
    if any(shape.ending == statistics.CUT_SHORT for shape in shapes):
        lines.append((f"tune resume {record.path}", "continue the search"))
    elif any(
        shape.allowed is None or shape.trials < shape.allowed + shape.outside for shape in shapes
    ):
        more = 2 * max(shape.trials for shape in shapes)
        lines.append((f"tune resume {record.path} --trials {more}", "search on"))
    return lines


def page(record: Record) -> str:
    """The record's page; raises UserError for a record without candidates."""
    if not record.entries:
        raise UserError(f"{record.path} has no candidates yet")
    job = recorded_job(record)
    finals = {tuple(line["shape"]): line for line in winners(record)}
    logs = statistics.logs_by_shape(record)
    shapes = [
        ShapeReport(job, record, shape, logs[shape], finals.get(shape)) for shape in record.shapes()
    ]
    environment = Environment(
        loader=PackageLoader("tune.reports"),
        autoescape=True,
        trim_blocks=True,
        undefined=StrictUndefined,
    )
    environment.globals |= {"ticks": statistics.round_ticks, "median": median, "few": FEW}
    return environment.get_template("report.html.j2").render(
        theme=Markup(THEME.read_text("utf-8")),
        job=job,
        device=record.runs[-1]["device"],
        facts=facts(job, record, shapes),
        commands=commands(job, record, shapes),
        shapes=shapes,
        bins=statistics.bins,
        least_shares=LEAST_SHARES,
    )
