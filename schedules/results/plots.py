"""Plots of a record as SVG: the same bytes for the same record, legible on light and dark pages.

The text of an SVG stays text. Colours are those of the light page; a style sheet in the file
exchanges them, and the background with them, where the reader's browser prefers dark.
"""

from __future__ import annotations

import io
import math
import os
import re
from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import UserError
from ..ladder import Ladder
from .groups import (
    GIGABYTES,
    Group,
    Record,
    Row,
    digits,
    first_baseline,
    groups,
    on_cpu,
    ratio_text,
    shape_text,
    source_rates,
)

PAPER, INK, FAINT, GRID = "#ffffff", "#1f2328", "#59636e", "#d1d9e0"
SERIES = ("#0969da", "#bc4c00", "#1a7f37", "#8250df", "#bf3989", "#9a6700", "#1b7c83")
DARK = {
    PAPER: "#0d1117",
    INK: "#f0f6fc",
    FAINT: "#9198a1",
    GRID: "#3d444d",
    "#0969da": "#4493f8",
    "#bc4c00": "#f0883e",
    "#1a7f37": "#3fb950",
    "#8250df": "#ab7df8",
    "#bf3989": "#db61a2",
    "#9a6700": "#d29922",
    "#1b7c83": "#39c5cf",
}
MARKERS = "oDs^vP*"
FONT = '-apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif'
WIDTH = 8.4
# Speeds further apart than this factor go on a logarithmic axis.
LOG_SPAN = 50
STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "schedules",
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "figure.facecolor": PAPER,
    "axes.facecolor": PAPER,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.titlecolor": INK,
    "axes.titlesize": 11,
    "axes.titlelocation": "left",
    "axes.titlepad": 10,
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.color": GRID,
    "grid.linewidth": 0.8,
    "legend.edgecolor": GRID,
    "legend.facecolor": PAPER,
    "legend.framealpha": 1.0,
    "legend.fontsize": 9,
    "text.color": INK,
    "xtick.color": FAINT,
    "ytick.color": FAINT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
}


def check_matplotlib() -> None:
    """Raise UserError where matplotlib is missing."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise UserError("plots need matplotlib: install the extra 'plots'") from None


def plots(record: Record, ladders: Mapping[str, Ladder]) -> dict[str, str]:
    """File name -> SVG: a ladder each, over size where there are several, and the roofline."""
    found = {name: as_svg(draw, *data) for name, (draw, *data) in drawings(record, ladders).items()}
    return dict(sorted(found.items()))


def drawings(record: Record, ladders: Mapping[str, Ladder]) -> dict[str, tuple]:
    """File name -> the function that draws it, and its arguments."""
    check_matplotlib()
    by_ladder: dict[str, list[Group]] = {}
    for group in groups(record, ladders):
        by_ladder.setdefault(group.ladder, []).append(group)
    found: dict[str, tuple] = {}
    for name, members in by_ladder.items():
        short = name.rpartition("/")[2]
        found[f"{short}.svg"] = (draw_ladder, record, members)
        if any(len(one.shapes) > 1 for one in members):
            found[f"{short}-over-size.svg"] = (draw_over_size, record, members)
    if by_ladder:
        found["roofline.svg"] = (draw_roofline, record, list(by_ladder.values()))
    return found


def figure_of(draw, *data) -> Any:
    """A matplotlib figure with `draw(figure, *data)` on it."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(STYLE):
        figure = Figure(layout="constrained")
        draw(figure, *data)
        figure.draw_without_rendering()
    return figure


def as_svg(draw, *data) -> str:
    """The SVG text of a drawing."""
    from matplotlib import rc_context

    figure = figure_of(draw, *data)
    buffer = io.StringIO()
    with rc_context(STYLE):
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": "schedules"})
    return themed(buffer.getvalue())


def themed(svg: str) -> str:
    """The SVG with our fonts, and with the style sheet for a dark page."""
    rules = "".join(
        f'[style*="{kind}: {light}"]{{{kind}:{dark}!important}}'
        for light, dark in DARK.items()
        for kind in ("fill", "stroke")
    )
    style = f"<style>@media (prefers-color-scheme:dark){{{rules}}}</style>"
    svg = re.sub(r"'DejaVu Sans'(?:, [^;\"]*?sans-serif)?", FONT.replace('"', "'"), svg)
    svg = re.sub(r"[ \t]+$", "", svg, flags=re.M)
    head, tag, rest = svg.partition("<defs>")
    return f"{head}{style}\n {tag}{rest}"


# --- the ladder -----------------------------------------------------------------------------------


def draw_ladder(figure: Any, record: Record, members: Sequence[Group]) -> None:
    """Bars in ladder order, baselines as lines, the source's own speeds as hollow marks."""
    from matplotlib.ticker import FuncFormatter

    main = members[0]
    shape = main.main_shape
    names = list(main.rungs) or [row["rung"] for row in main.shapes[shape]]
    rows: dict[str, tuple[Row, Group, str]] = {}
    for number, group in enumerate(members):
        for row in group.shapes.get(shape, ()):
            rows[row["rung"]] = (row, group, SERIES[number % len(SERIES)])
            if row["rung"] not in names:
                names.append(row["rung"])
    figure.set_size_inches(WIDTH, 1.7 + 0.31 * len(names))
    axes = figure.add_subplot()
    unit = main.unit
    top = max(unit.of(row) for row, *_ in rows.values())
    marks = source_marks(main, names, shape)
    reference = next(row for row, group, _ in rows.values() if group is main)
    lines = {
        name: unit.of(reference) * reference["time_us"] / values["time_us"]
        for name, values in reference["baselines"].items()
    }
    top = max([top, *(rate for _, _, rate in marks), *lines.values()])
    labelled = set()
    for at, name in enumerate(names):
        if name not in rows:
            axes.text(top * 0.01, at, "not measured at this size", color=FAINT, va="center", size=9)
            continue
        row, group, colour = rows[name]
        label = group.dtype if len(members) > 1 and group.dtype not in labelled else None
        labelled.add(group.dtype)
        axes.barh(at, unit.of(row), height=0.66, color=colour, label=label)
        _, values = first_baseline(row)
        column(axes, at, digits(unit.of(row)), ratio_text(values["ratio"]))
    column(axes, -0.75, unit.name, f"x {common_baseline([row for row, *_ in rows.values()])}")
    for number, (name, speed) in enumerate(lines.items()):
        axes.axvline(
            speed,
            color=INK if number == 0 else FAINT,
            linestyle=("-", "--", ":", "-.")[number % 4],
            linewidth=1.4 if number == 0 else 1.1,
            label=f"{name} ({main.dtype})" if len(members) > 1 else name,
            zorder=0.9,
        )
    for number, device in enumerate(dict.fromkeys(device for _, device, _ in marks)):
        axes.plot(
            [rate for _, one, rate in marks if one == device],
            [at for at, one, _ in marks if one == device],
            linestyle="",
            marker=MARKERS[number % len(MARKERS)],
            markersize=6,
            markerfacecolor=PAPER,
            markeredgecolor=INK,
            clip_on=False,
            label=f"its source, {device}",
        )
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_xlim(0, top * 1.03)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.set_xlabel(f"speed ({unit.name})")
    axes.set_ylabel("rung, in ladder order")
    axes.tick_params(left=False)
    axes.grid(axis="y", visible=False)
    dtype = f", {main.dtype}" if len(members) == 1 else ""
    axes.set_title(f"{main.ladder} at {shape_text(shape)}{dtype}, {record['device']}")
    figure.legend(loc="outside lower center", ncols=4)


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


# --- over size ------------------------------------------------------------------------------------


def draw_over_size(figure: Any, record: Record, members: Sequence[Group]) -> None:
    """The best rung at each size beside the baselines; the memory ceiling for GEMVs."""
    from matplotlib.ticker import FuncFormatter, NullLocator

    figure.set_size_inches(WIDTH, 4.4)
    axes = figure.add_subplot()
    unit = members[0].unit
    for number, group in enumerate(members):
        sizes = [shape[0] for shape in group.shapes]
        best = [group.best(shape) for shape in group.shapes]
        colour = SERIES[number % len(SERIES)]
        axes.plot(
            sizes,
            [unit.of(row) for row in best],
            color=colour,
            marker=MARKERS[number],
            label=f"best rung, {group.dtype}",
            zorder=3,
        )
        if number:
            continue
        for place, name in enumerate(best[0]["baselines"]):
            known = [
                (size, unit.of(row) * row["time_us"] / row["baselines"][name]["time_us"])
                for size, row in zip(sizes, best, strict=True)
                if name in row["baselines"]
            ]
            axes.plot(
                *zip(*known, strict=True),
                color=INK if place == 0 else FAINT,
                linestyle=("-", "--", ":", "-.")[place % 4],
                linewidth=1.4 if place == 0 else 1.1,
                label=f"{name}, {group.dtype}",
            )
    ceiling = memory_ceiling(record)
    if unit is GIGABYTES and ceiling:
        axes.axhline(
            ceiling, color=SERIES[4], linewidth=1.1, linestyle=(0, (6, 3)), label="copy (measured)"
        )
    sizes = sorted({shape[0] for group in members for shape in group.shapes})
    axes.set_xscale("log", base=2)
    few = sizes if len(sizes) <= 10 else [size for size in sizes if size & (size - 1) == 0]
    axes.set_xticks(few or sizes, [str(size) for size in few or sizes])
    axes.xaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    speeds = [unit.of(group.best(shape)) for group in members for shape in group.shapes]
    if max(speeds) > LOG_SPAN * min(speeds):
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    else:
        axes.set_ylim(bottom=0)
    axes.set_xlabel(f"size {size_axis(members[0])} (elements)")
    quantity = "bandwidth" if unit is GIGABYTES else "speed"
    axes.set_ylabel(f"{quantity} ({unit.name})")
    axes.set_title(f"{members[0].ladder} over size, {record['device']}")
    figure.legend(loc="outside lower center", ncols=4)


def size_axis(group: Group) -> str:
    """What varies: 'M = N = K', or 'N at K = 128'."""
    axes = ("M", "N", "K") if len(group.main_shape) == 3 else ("N", "K")
    if all(len(set(shape)) == 1 for shape in group.shapes):
        return " = ".join(axes)
    rest = ", ".join(
        f"{axis} = {extent}" for axis, extent in zip(axes[1:], group.main_shape[1:], strict=True)
    )
    return f"{axes[0]} at {rest}"


# --- the roofline ---------------------------------------------------------------------------------


def memory_ceiling(record: Record) -> float | None:
    """The largest measured copy bandwidth, GB/s."""
    return max((one["copy_gbps"] for _, one in ceilings(record)), default=None)


def ceilings(record: Record) -> list[tuple[str, dict[str, float]]]:
    """Measured ceilings by name: of a GPU '', of a CPU its number of threads."""
    found = record.get("ceilings") or {}
    if all(isinstance(value, dict) for value in found.values()):
        return list(found.items())
    return [("", found)]


def roofs(record: Record) -> list[tuple[str, float, float]]:
    """Name, FLOP/s and copy bytes/s of each horizontal roof."""
    found = []
    for name, one in ceilings(record):
        if on_cpu(record):
            found.append((f"float32, {name}", one["fma_tflops"], one["copy_gbps"]))
            continue
        found.append(("float32 FMA", one["fma_tflops"], one["copy_gbps"]))
        found.append(("float16 tensor cores", one["float16_tflops"], one["copy_gbps"]))
    return [(name, tflops * 1e12, gbps * 1e9) for name, tflops, gbps in found]


def draw_roofline(figure: Any, record: Record, by_ladder: Sequence[Sequence[Group]]) -> None:
    """Every rung at its ladder's main shape, under the ceilings measured in the same run.

    A ladder's rungs compute the same from the same bytes and stand above one another.
    """
    from matplotlib.ticker import FuncFormatter, NullFormatter

    figure.set_size_inches(WIDTH, 5.2)
    axes = figure.add_subplot()
    scale = 1e9 if on_cpu(record) else 1e12
    spots: list[tuple[float, float]] = []
    for number, members in enumerate(by_ladder):
        points = [
            (row["tflops"] * 1e3 / row["gbps"], row["tflops"] * 1e12 / scale)
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
    low = min(1.0, *(x / 2 for x, _ in spots))
    high = max(x for x, _ in spots) * 2.5
    for number, (name, flops, per_second) in enumerate(roofs(record)):
        knee = flops / per_second
        high = max(high, knee * 4)
        line = {"color": INK, "linestyle": ("-", "--", ":", "-.")[number % 4], "linewidth": 1.3}
        axes.plot([low, knee, high], [low * per_second / scale, flops / scale, flops / scale],
                  zorder=2, **line)  # fmt: skip
        axes.annotate(
            f"{name}: {digits(flops / scale)}",
            (high, flops / scale),
            xytext=(-2, 4),
            textcoords="offset points",
            ha="right",
            size=8.5,
        )
    gbps = memory_ceiling(record)
    if gbps:
        axes.annotate(
            f"copy: {digits(gbps)} GB/s",
            (8.0, 8.0 * gbps * 1e9 / scale),
            xytext=(-8, 4),
            textcoords="offset points",
            size=8.5,
            ha="right",
        )
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(low, high)
    bottom = min(y for _, y in spots)
    axes.set_ylim(bottom=10 ** math.floor(math.log10(bottom)))
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        axis.set_minor_formatter(NullFormatter())
    axes.set_xlabel("arithmetic intensity (FLOP per byte of inputs and outputs)")
    axes.set_ylabel(f"speed ({'GFLOP/s' if on_cpu(record) else 'TFLOP/s'})")
    axes.set_title(f"Every rung under the measured ceilings, {record['device']}")
    figure.legend(loc="outside lower center", ncols=3)
