"""A timeline as an SVG: what warps and pipes do over the cycles of an iteration."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from jinja2 import Environment, PackageLoader, StrictUndefined

from gpusim.timing.timeline import ACTIVITIES, ASKS, MULTIPLIES, OTHER, SHARES, Span, Timeline

from ..measure.publishing.plot_style import DARK, FAINT, FONT, GRID, INK, PAPER, SERIES

WIDTH, LEFT, RIGHT, TOP = 1200, 170, 70, 84
PLOT = WIDTH - LEFT - RIGHT
PIPE_HEIGHT, GAP, BLOCK_GAP = 22, 5, 16
# The height of a warp's row, by how many there are at most.
WARP_HEIGHTS = ((16, 15), (32, 11), (math.inf, 7))
LEGEND_COLUMNS, LEGEND_LINE = 4, 18
# Columns of a row's picture at most; a cycle each where there are fewer.
MOST_COLUMNS = PLOT
# So many heights of a column are told apart.
_LEVELS = 16
# Pipes that are busy for less than this part of the time are not shown.
LEAST_BUSY = 0.01
BLUE, ORANGE, GREEN, PURPLE, PINK, YELLOW, TEAL = SERIES
# Of each activity the colour, and how much of it there is: what issues stands out.
COLOURS = (
    (GREEN, 1.0), (BLUE, 1.0), (TEAL, 1.0), (FAINT, 0.8),
    (BLUE, 0.3), (TEAL, 0.35), (GREEN, 0.3), (PINK, 0.6),
    (PURPLE, 0.5), (ORANGE, 0.5), (YELLOW, 0.75), (FAINT, 0.3), (FAINT, 0.12),
)  # fmt: skip
# Pipes have the colour of what warps do in them.
PIPE_COLOURS = dict.fromkeys(("FMA", "double", "tensor", "wgmma"), f"a{MULTIPLIES}")
PIPE_COLOURS["shared memory and L1"] = f"a{SHARES}"


@dataclass(frozen=True)
class Part:
    """All of a row that has one colour."""

    colour: str
    path: str
    text: str


@dataclass(frozen=True)
class Row:
    y: float
    height: float
    label: str
    note: str
    framed: bool
    parts: Sequence[Part]


def timeline_svg(line: Timeline, title: str, notes: Sequence[str]) -> str:
    """The picture: pipes, then a row a warp, with its colours, an axis in cycles and a legend.

    Light and dark by the reader's choice; it asks for no other file. `notes` are lines of text
    below the title.
    """
    legend_lines = -(-(len(ACTIVITIES)) // LEGEND_COLUMNS)
    legend_top = 44 + 16 * len(notes) + 8
    top = legend_top + LEGEND_LINE * legend_lines + 12
    rows, ends = [], {}
    y = _pipes(line, rows, top)
    height = next(height for most, height in WARP_HEIGHTS if len(line.warps) <= most)
    block = None
    for (number, warp), spans in line.warps.items():
        if number != block:
            y += BLOCK_GAP
            ends[number] = [y, y]
        block = number
        name = f"block {number}, warp {warp}" if height > 8 or not warp % 4 else ""
        rows.append(Row(y, height - 2, name, "", False, _warp(line, spans, y, height - 2)))
        y += height
        ends[number][1] = y
    template = Environment(
        loader=PackageLoader(__package__),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    ).get_template("timeline.svg.j2")
    return template.render(
        width=WIDTH, height=round(y + 46), left=LEFT, plot=PLOT, top=top, bottom=round(y + 2),
        title=title, notes=notes, style=_style(), rows=rows, ticks=list(_ticks(line)),
        legend=list(_legend(legend_top)),
        axis=f"cycles since cycle {line.start:,.0f} of the multiprocessor",
        begins=[_number(_x(line, time)) for time in line.passes],
        marks=[
            {"x": round(_x(line, time), 1), "y": ends[number][0] - 1, "end": ends[number][1]}
            for time, number in line.barriers
            if number in ends
        ],
    )  # fmt: skip


# --- rows -----------------------------------------------------------------------------------------


def _pipes(line: Timeline, rows: list[Row], y: float) -> float:
    """A row for each pipe that is busy, and one for loads under way; where the next may begin."""
    cycles = line.end - line.start
    for name, spans in line.pipes.items():
        units = line.units[name]
        busy = sum(one.end - one.start for one in spans) / units / cycles
        if busy >= LEAST_BUSY:
            weighted = [(one.start, one.end, 1 / units) for one in spans]
            part = Part(
                PIPE_COLOURS.get(name, f"a{OTHER}"),
                _area(line, weighted, y, 1.0),
                f"{name}: busy for {busy:.0%}",
            )
            rows.append(Row(y, PIPE_HEIGHT, name, f"{busy:.0%}", True, [part]))
            y += PIPE_HEIGHT + GAP
    if line.under_way:
        levels = _levels(line, line.under_way)
        most = max(levels)
        text = f"at most {most / 1024:.0f} KiB on their way from L2 or DRAM"
        part = Part(f"a{ASKS}", _area(line, line.under_way, y, most), text)
        rows.append(Row(y, PIPE_HEIGHT, "loads under way", f"{most / 1024:.0f} KiB", True, [part]))
        y += PIPE_HEIGHT + GAP
    return y


def _warp(line: Timeline, spans: Iterable[Span], y: float, height: float) -> list[Part]:
    """A warp's activities, each column divided by how much of it each takes."""
    columns, cycles = _columns(line)
    shares = [[0.0] * columns for _ in ACTIVITIES]
    for one in spans:
        _spread(shares[one.what], one.start - line.start, one.end - line.start, 1.0, cycles)
    below = [0.0] * columns
    parts = []
    for what, row in enumerate(shares):
        path = _bars(row, below, y, height)
        below = [low + high for low, high in zip(below, row, strict=True)]
        if path:
            parts.append(Part(f"a{what}", path, ACTIVITIES[what]))
    return parts


def _columns(line: Timeline) -> tuple[int, float]:
    """How many columns a row has, and the cycles of one."""
    length = line.end - line.start
    columns = max(1, min(MOST_COLUMNS, math.ceil(length)))
    return columns, length / columns


def _spread(row: list[float], start: float, end: float, weight: float, cycles: float) -> None:
    """Add to each column the part of its cycles between two."""
    first, last = int(start / cycles), min(len(row), math.ceil(end / cycles))
    for at in range(first, last):
        inside = min(end, (at + 1) * cycles) - max(start, at * cycles)
        row[at] += max(0.0, inside) * weight / cycles


def _bars(row: Sequence[float], below: Sequence[float], y: float, height: float) -> str:
    """A path of rectangles from what is below each column's share to its top; equal ones joined."""
    ends = [
        (round(low * _LEVELS) / _LEVELS, round((low + share) * _LEVELS) / _LEVELS)
        for low, share in zip(below, row, strict=True)
    ]
    wide, path, at = PLOT / len(row), [], 0
    for (low, top), same in groupby(ends):
        begin, at = at, at + len(list(same))
        if top > low:
            place = f"{_number(LEFT + begin * wide)} {_number(y + height * (1 - low))}"
            high, length = _number((top - low) * height), _number((at - begin) * wide)
            path.append(f"M{place}v-{high}h{length}v{high}z")
    return "".join(path)


def _levels(line: Timeline, weighted: Iterable[tuple[float, float, float]]) -> list[float]:
    columns, cycles = _columns(line)
    row = [0.0] * columns
    for start, end, weight in weighted:
        start, end = max(start, line.start), min(end, line.end)
        _spread(row, start - line.start, end - line.start, weight, cycles)
    return row


def _area(
    line: Timeline, weighted: Iterable[tuple[float, float, float]], y: float, most: float
) -> str:
    """The sum of what is weighted, over time; the row's height is `most`."""
    row = [min(1.0, level / most) for level in _levels(line, weighted)]
    return _bars(row, [0.0] * len(row), y, PIPE_HEIGHT)


# --- around them ----------------------------------------------------------------------------------


def _x(line: Timeline, time: float) -> float:
    return LEFT + PLOT * (time - line.start) / (line.end - line.start)


def _ticks(line: Timeline) -> Iterable[dict[str, str]]:
    """At round numbers of cycles, about ten."""
    length = line.end - line.start
    unit = 10 ** math.floor(math.log10(length / 10)) if length >= 10 else 1
    step = next(unit * by for by in (1, 2, 5, 10) if unit * by >= length / 12)
    for number in range(math.floor(length / step) + 1):
        at = number * step
        yield {"x": _number(_x(line, line.start + at)), "text": f"{at:,.0f}"}


def _legend(top: float) -> Iterable[dict[str, object]]:
    keys = [(f"a{number}", text) for number, text in enumerate(ACTIVITIES)]
    wide = (WIDTH - 32) / LEGEND_COLUMNS
    for number, (colour, text) in enumerate(keys):
        line, column = divmod(number, LEGEND_COLUMNS)
        x, y = 16 + column * wide, top + LEGEND_LINE * line + 9
        yield {"colour": colour, "text": text, "x": round(x), "y": round(y)}


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _style() -> str:
    """Colours of a light page, and of a dark one where the reader's browser prefers it."""
    fills = {"paper": PAPER}
    fills |= {f"a{number}": colour for number, (colour, _) in enumerate(COLOURS)}
    faint = {f"a{number}": part for number, (_, part) in enumerate(COLOURS)}
    font = FONT.replace('"', "'")
    lines = [f"text {{ font-family: {font}; fill: {INK}; }}"]
    lines.append(".title { font-size: 15px; font-weight: 600; }")
    lines.append(f".small {{ font-size: 11px; }} .faint {{ font-size: 12px; fill: {FAINT}; }}")
    lines.append(f".grid {{ stroke: {GRID}; }} .frame {{ fill: none; stroke: {GRID}; }}")
    lines.append(f".begin {{ stroke: {INK}; stroke-dasharray: 3 3; }}")
    lines.append(f".mark path {{ stroke: {INK}; stroke-width: 1; }} .flag {{ fill: {INK}; }}")
    lines += [
        f".{name} {{ fill: {fill}; fill-opacity: {faint.get(name, 1)}; }}"
        for name, fill in fills.items()
    ]
    dark = [f".{name} {{ fill: {DARK[fill]}; }}" for name, fill in fills.items()]
    dark += [f"text {{ fill: {DARK[INK]}; }} .faint {{ fill: {DARK[FAINT]}; }}"]
    dark += [f".grid, .frame {{ stroke: {DARK[GRID]}; }} .begin {{ stroke: {DARK[INK]}; }}"]
    dark += [f".mark path {{ stroke: {DARK[INK]}; }} .flag {{ fill: {DARK[INK]}; }}"]
    return "\n".join([*lines, "@media (prefers-color-scheme: dark) {", *dark, "}"])
