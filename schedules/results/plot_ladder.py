"""The plot of a ladder: bars in ladder order beside baselines and the source's own speeds."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from .groups import Group, first_baseline
from .plot_style import FAINT, INK, MARKERS, PAPER, SERIES, WIDTH, plain_numbers, reference_line
from .records import Record, Row
from .source_figures import source_rates
from .units import digits, ratio_text, shape_text

# The bar of a rung: its row, the group that is in, and the group's colour.
Bar = tuple[Row, Group, str]


def draw_ladder(figure: Any, record: Record, members: Sequence[Group]) -> None:
    """Bars in ladder order, baselines as lines, the source's own speeds as hollow marks."""
    main = members[0]
    shape, unit = main.main_shape, main.unit
    names = list(main.rungs) or [row["rung"] for row in main.shapes[shape]]
    bars: dict[str, Bar] = {}
    for number, group in enumerate(members):
        for row in group.shapes.get(shape, ()):
            bars[row["rung"]] = (row, group, SERIES[number % len(SERIES)])
            if row["rung"] not in names:
                names.append(row["rung"])
    figure.set_size_inches(WIDTH, 1.7 + 0.31 * len(names))
    axes = figure.add_subplot()
    marks = source_marks(main, names, shape)
    reference = next(row for row, group, _ in bars.values() if group is main)
    baselines = {
        name: unit.of(reference) * reference["time_us"] / values["time_us"]
        for name, values in reference["baselines"].items()
    }
    speeds = [unit.of(row) for row, *_ in bars.values()]
    top = max([*speeds, *(rate for _, _, rate in marks), *baselines.values()])
    draw_bars(axes, names, bars, top, labelled=len(members) > 1)
    column(axes, -0.75, unit.name, f"x {common_baseline([row for row, *_ in bars.values()])}")
    for number, (name, speed) in enumerate(baselines.items()):
        label = f"{name} ({main.dtype})" if len(members) > 1 else name
        axes.axvline(speed, label=label, zorder=0.9, **reference_line(number))
    draw_marks(axes, marks)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_xlim(0, top * 1.03)
    plain_numbers(axes.xaxis)
    axes.set_xlabel(f"speed ({unit.name})")
    axes.set_ylabel("rung, in ladder order")
    axes.tick_params(left=False)
    axes.grid(axis="y", visible=False)
    dtype = f", {main.dtype}" if len(members) == 1 else ""
    axes.set_title(f"{main.ladder} at {shape_text(shape)}{dtype}, {record['device']}")
    figure.legend(loc="outside lower center", ncols=4)


def draw_bars(
    axes: Any, names: Sequence[str], bars: Mapping[str, Bar], top: float, *, labelled: bool
) -> None:
    """A bar and two numbers for each rung that was measured; a colour for each dtype."""
    without_label = {group.dtype for _, group, _ in bars.values()} if labelled else set()
    for at, name in enumerate(names):
        if name not in bars:
            axes.text(top * 0.01, at, "not measured at this size", color=FAINT, va="center", size=9)
            continue
        row, group, colour = bars[name]
        speed = group.unit.of(row)
        label = group.dtype if group.dtype in without_label else None
        without_label.discard(group.dtype)
        axes.barh(at, speed, height=0.66, color=colour, label=label)
        column(axes, at, digits(speed), ratio_text(first_baseline(row)[1]["ratio"]))


def draw_marks(axes: Any, marks: Sequence[tuple[int, str, float]]) -> None:
    """The source's speeds, a mark for each of its devices."""
    for number, device in enumerate(dict.fromkeys(device for _, device, _ in marks)):
        axes.plot(
            [rate for _, measured_on, rate in marks if measured_on == device],
            [at for at, measured_on, _ in marks if measured_on == device],
            linestyle="",
            marker=MARKERS[number % len(MARKERS)],
            markersize=6,
            markerfacecolor=PAPER,
            markeredgecolor=INK,
            clip_on=False,
            label=f"its source, {device}",
        )


def column(axes: Any, at: float, speed: str, ratio: str) -> None:
    """A line of the two columns of numbers to the right of the bars."""
    style = {"transform": axes.get_yaxis_transform(), "ha": "right", "va": "center", "size": 9}
    axes.text(1.09, at, speed, **style)
    axes.text(1.26, at, ratio, **style)


def common_baseline(rows: Sequence[Row]) -> str:
    """What the rows' first baselines have in common: 'NumPy' of 'NumPy, 1 thread' and others."""
    names = {first_baseline(row)[0] for row in rows}
    return (
        os.path.commonprefix(sorted(names)).strip(" ,1234567890") if len(names) > 1 else min(names)
    )


def source_marks(
    group: Group, names: Sequence[str], shape: tuple[int, ...]
) -> list[tuple[int, str, float]]:
    """Bar, device and speed of the source's figures at this shape."""
    return [
        (at, figure.device, rate)
        for at, name in enumerate(names)
        if name in group.rungs
        for figure, rate in source_rates(group.rungs[name], group.unit)
        if figure.shape == shape
    ]
