"""A record as one offline HTML page: how the search went, which knobs matter, and what won."""

from __future__ import annotations

import itertools
import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from jinja2 import Environment, PackageLoader

from schedules.errors import UserError
from schedules.harness.render import render, source_level
from schedules.ladder import steps
from schedules.textdiff import unified

from .jobs import AUTO, Job
from .records import Entry, Record
from .run import is_current, recorded_job
from .space import Space, pairs, said
from .winners import winners

MOST_MESSAGES = 12
WIDTH, HEIGHT, MARGIN = 860, 260, 46


@dataclass(frozen=True)
class Dot:
    """A candidate in the curve's picture, in its coordinates."""

    x: float
    y: float
    title: str
    right: bool


@dataclass(frozen=True)
class Curve:
    """Speeds over trials: dots, the line of the best so far, and labelled ticks."""

    dots: list[Dot]
    line: str
    ticks_x: list[tuple[float, str]]
    ticks_y: list[tuple[float, str]]
    width: int = WIDTH
    height: int = HEIGHT
    margin: int = MARGIN


@dataclass(frozen=True)
class Option:
    """What became of the candidates with one value of a knob. Speeds in GFLOP/s."""

    value: str
    tried: int
    failed: int
    best: float
    median: float
    share: float


@dataclass(frozen=True)
class Heat:
    """Share of failed candidates by two knobs; a cell is (failed, tried), or None for untried."""

    rows: str
    columns: str
    row_values: list[str]
    column_values: list[str]
    cells: list[list[tuple[int, int] | None]]


def gflops(entry: Entry, flops: int) -> float:
    return flops / entry.time_us / 1e3 if entry.time_us else 0.0


def curve(entries: Sequence[Entry], flops: int) -> Curve:
    """The picture of a shape's candidates in the order they were measured."""
    speeds = [gflops(entry, flops) for entry in entries]
    top = max([*speeds, 1e-9]) * 1.05
    wide = WIDTH - 2 * MARGIN

    def x(trial: int) -> float:
        return round(MARGIN + wide * trial / max(len(entries), 1), 1)

    def y(speed: float) -> float:
        return round(HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * speed / top, 1)

    dots, line, best = [], [], 0.0
    for trial, (entry, speed) in enumerate(zip(entries, speeds, strict=True), 1):
        title = f"{trial}: {f'{speed:.4g} GFLOP/s' if speed else entry.kind}, {entry.key}"
        dots.append(Dot(x(trial), y(speed), title, bool(speed)))
        line.append(f"{x(trial)},{y(best)}")
        best = max(best, speed)
        line.append(f"{x(trial)},{y(best)}")
    count = len(entries)
    ticks_x = [
        (x(at), str(at)) for at in sorted({0, count // 4, count // 2, 3 * count // 4, count})
    ]
    ticks_y = [(y(top * part), f"{top * part:.4g}") for part in (0.0, 0.25, 0.5, 0.75, 0.95)]
    return Curve(dots, " ".join(line), ticks_x, ticks_y)


def by_knob(entries: Sequence[Entry], flops: int) -> dict[str, list[Option]]:
    """For each knob (each factor of a split) its values, with the speeds they were seen at."""
    groups: dict[str, dict[Any, list[Entry]]] = {}
    for entry in entries:
        for name, value in pairs(entry.knobs):
            groups.setdefault(name, {}).setdefault(value, []).append(entry)
    top = max((gflops(entry, flops) for entry in entries), default=0.0) or 1.0
    found = {}
    for name, values in groups.items():
        options = []
        for value in ordered(values):
            speeds = [gflops(entry, flops) for entry in values[value] if entry.time_us]
            options.append(
                Option(
                    said(value),
                    len(values[value]),
                    len(values[value]) - len(speeds),
                    max(speeds, default=0.0),
                    statistics.median(speeds) if speeds else 0.0,
                    max(speeds, default=0.0) / top,
                )
            )
        if len(options) > 1:
            found[name] = options
    return found


def ordered(values) -> list:
    return sorted(values, key=lambda value: (isinstance(value, str), value))


def heat(entries: Sequence[Entry]) -> Heat | None:
    """Failures over the two knobs that tell most about them; None where nothing failed."""
    if all(entry.time_us for entry in entries):
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
class Winner:
    """What a shape's winner is: times, its source, and the diff from the hand-written one."""

    key: str
    time_us: float
    runner_up_us: float | None
    hand_written_us: float | None
    level: str
    source: str
    diff: str
    note: str = ""


def winner_of(job: Job, record: Record, final: dict[str, Any]) -> Winner:
    """The winner with its text; without one, and a note, where its schedule has changed."""
    entry = record.entries_by_key[final["key"]]
    line = record.line(entry)
    level = source_level(job.rung.target)
    source = diff = note = ""
    space = job.space_at(entry.shape, line["arch"])
    if not isinstance(space, Space):
        note = "A candidate of MetaSchedule's own space: its schedule is the trace in the record."
    elif not is_current(space, space.point(entry.knobs), entry):
        note = "Its schedule has changed since it was measured: the source is not shown."
    else:
        rung, workload = space.rung, space.workload

        def text(tile) -> str:
            return render(rung, steps(rung, workload, tile)[-1], level, line["arch"]).source or ""

        source = text(space.tile(entry.knobs))
        try:
            rung.at(workload.shape)
            diff = unified(rung.path, text(rung.tile_for(workload)), "the winner", source)
        except UserError as error:
            note = f"The hand-written tile does not fit this shape: {error}"
    return Winner(
        entry.key.partition(" ")[2],
        final["time_us"],
        final["runner_up_us"],
        final["hand_written_us"],
        level,
        source,
        diff,
        note,
    )


def page(record: Record) -> str:
    """The record's page; raises UserError for a record without candidates."""
    if not record.entries:
        raise UserError(f"{record.path} has no candidates yet")
    job = recorded_job(record)
    finals = {tuple(line["shape"]): line for line in winners(record)}
    shapes = []
    for shape in record.shapes():
        entries = [entry for entry in record.entries if entry.shape == shape]
        flops = job.rung.workload.with_shape(shape).flops
        failures = Counter(
            (line["kind"], (line["message"].splitlines() or [""])[0][:200])
            for line in (record.line(entry) for entry in entries if entry.time_us is None)
        )
        knobs = job.space != AUTO
        shapes.append(
            {
                "shape": ", ".join(map(str, shape)),
                "trials": len(entries),
                "outcomes": Counter(entry.kind for entry in entries).most_common(),
                "minutes": max(entry.at_s for entry in entries) / 60,
                "curve": curve(entries, flops),
                "knobs": by_knob(entries, flops) if knobs else {},
                "heat": heat(entries) if knobs else None,
                "failures": failures.most_common(MOST_MESSAGES),
                "winner": winner_of(job, record, finals[shape]) if shape in finals else None,
                "flops": flops,
            }
        )
    environment = Environment(loader=PackageLoader("tune"), autoescape=True, trim_blocks=True)
    run = record.runs[-1]
    return environment.get_template("report.html.j2").render(job=job, run=run, shapes=shapes)
