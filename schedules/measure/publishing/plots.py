"""Plots of a record as SVG: each ladder, ladders over size if there are several sizes, and the
roofline."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from typing import Any

from ...core.ladder import Ladder
from ..ceilings import Ceilings
from ..records import Record, Row
from .groups import (
    Group,
    ceilings,
    first_baseline,
    groups,
    measured_on,
    memory_ceiling,
    on_cpu,
    source_rates,
)
from .plot_style import (
    DASHES,
    FAINT,
    INK,
    MARKERS,
    PAPER,
    SERIES,
    as_svg,
    axes_on,
    check_matplotlib,
    plain_numbers,
    reference_line,
)
from .units import GIGABYTES, GIGAFLOPS, TERAFLOPS, Unit, digits, ratio_text, shape_text

# If speeds differ by more than this factor, the axis is logarithmic.
LOG_SPAN = 50

# The bar of a rung: its row, the row's group, and the group's colour.
Bar = tuple[Row, Group, str]


def plots(record: Record, ladders: Mapping[str, Ladder]) -> dict[str, str]:
    """File name -> SVG: the same bytes for the same record."""
    drawn = drawings(record, ladders).items()
    return dict(sorted((name, as_svg(draw, *data)) for name, (draw, *data) in drawn))


def drawings(record: Record, ladders: Mapping[str, Ladder]) -> dict[str, tuple]:
    """File name -> the function that draws it, and its arguments."""
    check_matplotlib()
    by_ladder: dict[str, list[Group]] = {}
    for group in groups(record, ladders):
        by_ladder.setdefault(group.ladder, []).append(group)
    drawn: dict[str, tuple] = {}
    for members in by_ladder.values():
        drawn[f"{members[0].name}.svg"] = (draw_ladder, record, members)
        if any(len(group.shapes) > 1 for group in members):
            drawn[f"{members[0].name}-over-size.svg"] = (draw_over_size, record, members)
    if by_ladder:
        drawn["roofline.svg"] = (draw_roofline, record, list(by_ladder.values()))
    return drawn


# --- Ladders --------------------------------------------------------------------------------------


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
    dtype = f", {main.dtype}" if len(members) == 1 else ""
    title = f"{main.ladder} at {shape_text(shape)}{dtype}, {measured_on(record)}"
    labels = (f"speed ({unit.name})", "rung, in ladder order")
    axes = axes_on(figure, 1.7 + 0.31 * len(names), title, *labels)
    marks = source_marks(main, names, shape)
    reference = next(row for row, group, _ in bars.values() if group is main)
    baselines = {name: baseline_speed(unit, reference, name) for name in reference["baselines"]}
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
    axes.tick_params(left=False)
    axes.grid(axis="y", visible=False)
    figure.legend(loc="outside lower center", ncols=4)


def baseline_speed(unit: Unit, row: Row, name: str) -> float:
    """The speed of a baseline that a rung's row is compared with."""
    return unit.of(row) * row["time_us"] / row["baselines"][name]["time_us"]


def draw_bars(
    axes: Any, names: Sequence[str], bars: Mapping[str, Bar], top: float, *, labelled: bool
) -> None:
    """A bar and two numbers for each measured rung, with one colour per dtype."""
    without_label = {group.dtype for _, group, _ in bars.values()} if labelled else set()
    for number, name in enumerate(names):
        if name not in bars:
            axes.text(
                top * 0.01, number, "not measured at this size", color=FAINT, va="center", size=9
            )
            continue
        row, group, colour = bars[name]
        speed = group.unit.of(row)
        label = group.dtype if group.dtype in without_label else None
        without_label.discard(group.dtype)
        axes.barh(number, speed, height=0.66, color=colour, label=label)
        column(axes, number, digits(speed), ratio_text(first_baseline(row)[1]["ratio"]))


def draw_marks(axes: Any, marks: Sequence[tuple[int, str, float]]) -> None:
    """Marks for the source's speeds, one for each of its devices."""
    for number, device in enumerate(dict.fromkeys(device for _, device, _ in marks)):
        axes.plot(
            *zip(*((rate, number) for number, its, rate in marks if its == device), strict=True),
            linestyle="",
            marker=MARKERS[number % len(MARKERS)],
            markersize=6,
            markerfacecolor=PAPER,
            markeredgecolor=INK,
            clip_on=False,
            label=f"reported by the document, {device}",
        )


def column(axes: Any, number: float, speed: str, ratio: str) -> None:
    """One line of the two columns of numbers to the right of the bars."""
    style = {"transform": axes.get_yaxis_transform(), "ha": "right", "va": "center", "size": 9}
    axes.text(1.09, number, speed, **style)
    axes.text(1.26, number, ratio, **style)


def common_baseline(rows: Sequence[Row]) -> str:
    """The common name of the rows' first baselines: 'NumPy' for 'NumPy, 1 thread' and others."""
    names = {first_baseline(row)[0] for row in rows}
    common = os.path.commonprefix(sorted(names))
    return common.strip(" ,1234567890") if len(names) > 1 else common


def source_marks(
    group: Group, names: Sequence[str], shape: tuple[int, ...]
) -> list[tuple[int, str, float]]:
    """Bar, device and speed of the source's figures at this shape."""
    return [
        (number, figure.device, rate)
        for number, name in enumerate(names)
        for figure, rate in source_rates(group.rungs.get(name), group.unit)
        if figure.shape == shape
    ]


# --- Ladders over size ----------------------------------------------------------------------------


def draw_over_size(figure: Any, record: Record, members: Sequence[Group]) -> None:
    """The best rung and the baselines at each size; for GEMVs also the memory ceiling."""
    from matplotlib.ticker import NullLocator

    unit = members[0].unit
    quantity = "bandwidth" if unit is GIGABYTES else "speed"
    title = f"{members[0].ladder} over size, {measured_on(record)}"
    labels = (f"size {size_axis(members[0])} (elements)", f"{quantity} ({unit.name})")
    axes = axes_on(figure, 4.4, title, *labels)
    speeds: list[float] = []
    for number, group in enumerate(members):
        bests = [group.best(shape) for shape in group.shapes]
        speeds += map(unit.of, bests)
        axes.plot(
            [row["shape"][0] for row in bests],
            [unit.of(row) for row in bests],
            color=SERIES[number % len(SERIES)],
            marker=MARKERS[number],
            label=f"best rung, {group.dtype}",
            zorder=3,
        )
        for place, name in enumerate(bests[0]["baselines"] if not number else ()):
            known = [
                (row["shape"][0], baseline_speed(unit, row, name))
                for row in bests
                if name in row["baselines"]
            ]
            label = f"{name}, {group.dtype}"
            axes.plot(*zip(*known, strict=True), label=label, **reference_line(place))
    ceiling = memory_ceiling(record)
    if unit is GIGABYTES and ceiling:
        style = {"color": SERIES[4], "linewidth": 1.1, "linestyle": (0, (6, 3))}
        axes.axhline(ceiling, label="memory (measured)", **style)
    sizes = sorted({shape[0] for group in members for shape in group.shapes})
    axes.set_xscale("log", base=2)
    few = sizes if len(sizes) <= 10 else [size for size in sizes if size & (size - 1) == 0]
    axes.set_xticks(few or sizes, [str(size) for size in few or sizes])
    axes.xaxis.set_minor_locator(NullLocator())
    if max(speeds) > LOG_SPAN * min(speeds):
        axes.set_yscale("log")
    else:
        axes.set_ylim(bottom=0)
    plain_numbers(axes.yaxis)
    figure.legend(loc="outside lower center", ncols=4)


def size_axis(group: Group) -> str:
    """The label of the size axis: 'M = N = K', or 'N at K = 128'."""
    axes = ("M", "N", "K") if len(group.main_shape) == 3 else ("N", "K")
    if all(len(set(shape)) == 1 for shape in group.shapes):
        return " = ".join(axes)
    first, *rest = zip(axes, group.main_shape, strict=True)
    return f"{first[0]} at " + ", ".join(f"{axis} = {extent}" for axis, extent in rest)


# --- Roofline -------------------------------------------------------------------------------------


def roofs(record: Record) -> list[tuple[str, float, float]]:
    """Name, FLOP/s and memory bytes/s of each horizontal roof."""
    measured = []
    for name, rates in ceilings(record):
        roofs_of = {"float32 FMA": "fma_tflops", "float16 tensor cores": "float16_tflops"}
        if on_cpu(record):
            roofs_of = {f"float32, {name}": "fma_tflops"}
        memory = Ceilings(**rates).memory_gbps * 1e9
        measured += [(roof, rates[field] * 1e12, memory) for roof, field in roofs_of.items()]
    return measured


def draw_roofline(figure: Any, record: Record, by_ladder: Sequence[Sequence[Group]]) -> None:
    """Every rung at its ladder's main shape, under the measured ceilings.

    A ladder's rungs have the same FLOP and bytes, so they are above one another.
    """
    from matplotlib.ticker import NullFormatter

    unit = GIGAFLOPS if on_cpu(record) else TERAFLOPS
    title = f"Every rung under the measured ceilings, {measured_on(record)}"
    labels = ("arithmetic intensity (FLOP per byte of inputs and outputs)", f"speed ({unit.name})")
    axes = axes_on(figure, 5.2, title, *labels)
    spots = draw_rungs(axes, by_ladder, unit)
    low, high = draw_roofs(axes, record, [intensity for intensity, _ in spots], unit)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(low, high)
    slowest = min(speed for _, speed in spots)
    axes.set_ylim(bottom=10 ** math.floor(math.log10(slowest)))
    for axis in (axes.xaxis, axes.yaxis):
        plain_numbers(axis)
        axis.set_minor_formatter(NullFormatter())
    figure.legend(loc="outside lower center", ncols=3)


def draw_rungs(
    axes: Any, by_ladder: Sequence[Sequence[Group]], unit: Unit
) -> list[tuple[float, float]]:
    """A mark for each rung; returns the marks' positions, FLOP per byte and speed."""
    spots: list[tuple[float, float]] = []
    for number, members in enumerate(by_ladder):
        points = [
            (row["tflops"] * 1e3 / row["gbps"], row["tflops"] * 1e12 / unit.per_second)
            for group in members
            for row in group.shapes[group.main_shape]
        ]
        spots += points
        axes.plot(
            *zip(*points, strict=True),
            linestyle="",
            marker=MARKERS[number % len(MARKERS)],
            markersize=5.5,
            color=SERIES[number % len(SERIES)],
            alpha=0.85,
            label=f"{members[0].name}, {shape_text(members[0].main_shape)}",
            zorder=3,
        )
    return spots


def draw_roofs(
    axes: Any, record: Record, intensities: Sequence[float], unit: Unit
) -> tuple[float, float]:
    """Draw the roofs over the rungs and beyond their knees; returns the range of FLOP per byte
    to show."""
    scale = unit.per_second
    low = min(1.0, *(intensity / 2 for intensity in intensities))
    # Room for the names of the roofs next to the marks.
    high = max(intensities) * 6
    for number, (name, flops, per_second) in enumerate(roofs(record)):
        knee = flops / per_second
        high = max(high, knee * 4)
        heights = [low * per_second / scale, flops / scale, flops / scale]
        style = {"color": INK, "linestyle": DASHES[number % len(DASHES)], "linewidth": 1.3}
        axes.plot([low, knee, high], heights, zorder=2, **style)
        # The first label is below its line, since the next line may be just above it.
        label(
            axes,
            f"{name}: {digits(flops / scale)}",
            (high, flops / scale),
            (-2, 4 if number else -11),
        )
    gbps = memory_ceiling(record)
    if gbps:
        label(axes, f"memory: {digits(gbps)} GB/s", (8.0, 8.0 * gbps * 1e9 / scale), (-8, 4))
    return low, high


def label(axes: Any, text: str, place: tuple[float, float], shift: tuple[float, float]) -> None:
    """A label that ends at a point of a roof, with an offset in points."""
    axes.annotate(text, place, xytext=shift, textcoords="offset points", ha="right", size=8.5)
