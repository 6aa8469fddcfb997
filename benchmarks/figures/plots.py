"""Plots of a record as SVG: each ladder, its best rungs over size, and the roofline.

The text of an SVG stays text, and the same record gives the same bytes. Colours are those of a
light page; a style sheet in the file replaces them if the reader's browser prefers dark.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Sequence
from typing import Any

from gpusim.errors import UserError
from schedules.measure.ceilings import Ceilings
from schedules.measure.records import Record, Row, named_ceilings
from schedules.measure.units import (
    GIGAFLOPS,
    TERAFLOPS,
    Unit,
    digits,
    ratio_text,
    shape_text,
)

from .results import Group, document_rates, groups, library_of, on_cpu, ratio_of

PAPER, INK, FAINT, GRID = "#ffffff", "#1f2328", "#59636e", "#d1d9e0"
SERIES = ("#0969da", "#bc4c00", "#1a7f37", "#8250df", "#bf3989", "#9a6700", "#1b7c83")
DARK = {
    **{PAPER: "#0d1117", INK: "#f0f6fc", FAINT: "#9198a1", GRID: "#3d444d"},
    **{"#0969da": "#4493f8", "#bc4c00": "#f0883e", "#1a7f37": "#3fb950", "#8250df": "#ab7df8"},
    **{"#bf3989": "#db61a2", "#9a6700": "#d29922", "#1b7c83": "#39c5cf"},
}
FONT = "-apple-system, 'Segoe UI', 'Noto Sans', Helvetica, Arial, sans-serif"
STYLE = {
    **{"svg.fonttype": "none", "svg.hashsalt": "schedules", "font.family": "DejaVu Sans"},
    **{"font.size": 10, "axes.titlesize": 11, "legend.fontsize": 9},
    **dict.fromkeys(("figure.facecolor", "axes.facecolor", "legend.facecolor"), PAPER),
    **dict.fromkeys(("axes.labelcolor", "axes.titlecolor", "text.color"), INK),
    **dict.fromkeys(("xtick.labelcolor", "ytick.labelcolor"), INK),
    **dict.fromkeys(("axes.edgecolor", "xtick.color", "ytick.color"), FAINT),
    **{"grid.color": GRID, "legend.edgecolor": GRID, "grid.linewidth": 0.8},
    **{"axes.titlelocation": "left", "axes.titlepad": 10, "legend.framealpha": 1.0},
    **{"axes.axisbelow": True, "axes.grid": True},
    **{"axes.spines.top": False, "axes.spines.right": False},
}
MARKERS = "oDs^vP*"
# Line styles of baselines and ceilings, by number.
DASHES = ("-", "--", ":", "-.")
WIDTH = 8.4
# If speeds differ by more than this factor, the axis is logarithmic.
LOG_SPAN = 50


def names(record: Record) -> list[str]:
    """The file names of a record's plots."""
    found = []
    for members in by_ladder(record):
        found.append(f"{members[0].name}.svg")
        if any(len(group.shapes) > 1 for group in members):
            found.append(f"{members[0].name}-over-size.svg")
    return [*found, "roofline.svg"]


def plot(record: Record, name: str) -> str:
    """The SVG text of one of a record's plots; raises UserError without matplotlib."""
    try:
        from matplotlib import rc_context
    except ImportError:
        raise UserError("plots need matplotlib: install the extra 'plots'") from None
    with rc_context(STYLE):
        buffer = io.StringIO()
        metadata = {"Date": None, "Creator": "schedules"}
        drawn(record, name).savefig(buffer, format="svg", metadata=metadata)
    rules = "".join(
        f'[style*="{kind}: {light}"]{{{kind}:{dark}!important}}'
        for light, dark in DARK.items()
        for kind in ("fill", "stroke")
    )
    style = f"<style>@media (prefers-color-scheme:dark){{{rules}}}</style>"
    svg = re.sub(r"'DejaVu Sans'(?:, [^;\"]*?sans-serif)?", FONT, buffer.getvalue())
    svg = re.sub(r"[ \t]+$", "", svg, flags=re.M)
    return svg.replace("<defs>", f"{style}\n <defs>", 1)


def drawn(record: Record, name: str) -> Any:
    """The matplotlib figure of a plot."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(STYLE):
        figure = Figure(layout="constrained")
        if name == "roofline.svg":
            draw_roofline(figure, record)
        else:
            draw = draw_over_size if name.endswith("-over-size.svg") else draw_ladder
            stem = name.removesuffix(".svg").removesuffix("-over-size")
            of = {members[0].name: members for members in by_ladder(record)}
            draw(figure, record, of[stem])
        figure.draw_without_rendering()
    return figure


def by_ladder(record: Record) -> list[list[Group]]:
    """A record's groups, those of one ladder together."""
    found: dict[str, list[Group]] = {}
    for group in groups(record):
        found.setdefault(group.name, []).append(group)
    return list(found.values())


def axes_on(figure: Any, height: float, title: str, record: Record, labels: tuple[str, str]) -> Any:
    """The axes of a figure, `height` inches high."""
    figure.set_size_inches(WIDTH, height)
    regime = "" if on_cpu(record) else ", sustained"
    title = f"{title}, {record['device']}{regime}"
    axes = figure.add_subplot(title=title, xlabel=labels[0], ylabel=labels[1])
    return axes


def reference_line(number: int) -> dict[str, Any]:
    """The line style of a baseline; the first one is emphasized."""
    color, width = (FAINT, 1.1) if number else (INK, 1.4)
    return {"color": color, "linestyle": DASHES[number % len(DASHES)], "linewidth": width}


def plain_numbers(axis: Any) -> None:
    """Ticks as 1000, not 10^3."""
    axis.set_major_formatter(lambda value, _: f"{value:g}")


def baseline_speed(unit: Unit, row: Row, name: str) -> float:
    """The speed of a baseline that a rung's row is compared with."""
    return unit.of(row) * row["time_us"] / row["baselines"][name]["time_us"]


def draw_ladder(figure: Any, record: Record, members: Sequence[Group]) -> None:
    """Bars in ladder order, baselines as lines, the document's own speeds as hollow marks."""
    main = members[0]
    shape, unit, rungs = main.main_shape, main.unit, list(main.ladder.rungs)
    title = f"{main.ladder.name} at {shape_text(shape)}"
    labels = f"speed ({unit.name})", "rung, in ladder order"
    axes = axes_on(figure, 1.7 + 0.31 * len(rungs), title, record, labels)
    marks = [
        (place, figure.device, rate)
        for place, name in enumerate(rungs)
        for figure, rate in document_rates(main.ladder[name], unit)
        if figure.shape == shape
    ]
    reference = main.shapes[shape][0]
    rows = [row for group in members for row in group.shapes.get(shape, ())]
    speeds = [baseline_speed(unit, row, name) for row in rows for name in row["baselines"]]
    top = max([*speeds, *map(unit.of, rows), *(rate for *_, rate in marks)])
    for number, group in enumerate(members):
        here = group.shapes.get(shape, ())
        axes.barh(
            [rungs.index(row["rung"]) for row in here],
            [unit.of(row) for row in here],
            height=0.66,
            color=SERIES[number % len(SERIES)],
            label=group.dtype,
        )
    columns = {"transform": axes.get_yaxis_transform(), "ha": "right", "va": "center", "size": 9}
    library = library_of(reference)
    texts = [(-0.75, unit.name, f"x {library if len(library) < 9 else 'library'}")]
    for row in rows:
        place = rungs.index(row["rung"])
        texts.append((place, digits(unit.of(row)), ratio_text(ratio_of(row))))
    for place, speed, ratio in texts:
        axes.text(1.09, place, speed, **columns)
        axes.text(1.26, place, ratio, **columns)
    for place in set(range(len(rungs))) - {place for place, *_ in texts}:
        text = "not measured at this size"
        axes.text(top * 0.01, place, text, color=FAINT, va="center", size=9)
    # A library's line is beside the rungs that were timed with it in one run.
    libraries = list(dict.fromkeys(name for row in rows for name in row["baselines"]))
    for row in rows:
        place = rungs.index(row["rung"])
        for number, name in enumerate(libraries):
            if name not in row["baselines"]:
                continue
            speeds = [baseline_speed(unit, row, name)] * 2
            line = {"zorder": 0.9, **reference_line(number)}
            axes.plot(speeds, [place - 0.5, place + 0.5], label=name, **line)
    for number, device in enumerate(dict.fromkeys(device for _, device, _ in marks)):
        axes.plot(
            *zip(*((rate, place) for place, its, rate in marks if its == device), strict=True),
            **{"linestyle": "", "marker": MARKERS[number % len(MARKERS)], "markersize": 6},
            **{"markerfacecolor": PAPER, "markeredgecolor": INK, "clip_on": False},
            label=f"reported by the document, {device}",
        )
    axes.set_yticks(range(len(rungs)), rungs)
    axes.set_ylim(len(rungs) - 0.4, -0.6)
    axes.set_xlim(0, top * 1.03)
    plain_numbers(axes.xaxis)
    axes.tick_params(left=False)
    axes.grid(axis="y", visible=False)
    legend(figure, axes)


def legend(figure: Any, axes: Any) -> None:
    """The names below the axes, each once, in as many columns as fit."""
    named = dict(zip(*reversed(axes.get_legend_handles_labels()), strict=True))
    columns = max(1, min(4, int(108 / (8 + max(map(len, named))))))
    figure.legend(named.values(), named.keys(), loc="outside lower center", ncols=columns)


def draw_over_size(figure: Any, record: Record, members: Sequence[Group]) -> None:
    """The speed of the best rung and of the libraries over that of the first library at each size;
    of several sizes along the first axis, those with the ladder's other extents."""
    main = members[0]
    letters = ("M", "N", "K") if len(main.main_shape) == 3 else ("N", "K")
    square = all(len(set(shape)) == 1 for shape in main.shapes)
    rest = zip(letters[1:], main.main_shape[1:], strict=True)
    others = ", ".join(f"{axis} = {extent}" for axis, extent in rest)
    size = " = ".join(letters) if square else f"{letters[0]} at {others}"
    library = library_of(main.best(main.main_shape))
    labels = f"size {size} (elements)", f"speed relative to {library}"
    axes = axes_on(figure, 4.4, f"{main.ladder.name} over size", record, labels)
    ratios: list[float] = []
    for number, group in enumerate(members):
        shapes = [shape for shape in group.shapes if square or shape[1:] == main.main_shape[1:]]
        bests = [group.best(shape) for shape in shapes]
        ratios += map(ratio_of, bests)
        axes.plot(
            [row["shape"][0] for row in bests],
            [ratio_of(row) for row in bests],
            **{"color": SERIES[number % len(SERIES)], "marker": MARKERS[number], "zorder": 3},
            label=f"best rung, {group.dtype}",
        )
        for place, name in enumerate(bests[0]["baselines"] if group is main else ()):
            known = [
                (row["shape"][0], ratio_of(row) / row["baselines"][name]["ratio"])
                for row in bests
                if name in row["baselines"]
            ]
            axes.plot(*zip(*known, strict=True), label=name, **reference_line(place))
    sizes = sorted({round(x) for line in axes.lines for x in line.get_xdata()})
    few = sizes if len(sizes) <= 10 else [size for size in sizes if size & (size - 1) == 0]
    axes.set_xscale("log", base=2)
    axes.set_xticks(few, [str(size) for size in few])
    axes.set_xticks([], minor=True)
    if max(ratios) > LOG_SPAN * min(ratios):
        axes.set_yscale("log")
    else:
        axes.set_ylim(bottom=0)
    plain_numbers(axes.yaxis)
    legend(figure, axes)


def memory_gbps(record: Record) -> float:
    """The largest measured bandwidth."""
    return max(Ceilings(**rates).memory_gbps for rates in named_ceilings(record).values())


def draw_roofline(figure: Any, record: Record) -> None:
    """Every rung at its ladder's main shape, under the measured ceilings.

    A ladder's rungs have the same FLOP and bytes, so they are above one another.
    """
    unit = GIGAFLOPS if on_cpu(record) else TERAFLOPS
    labels = "arithmetic intensity (FLOP per byte of inputs and outputs)", f"speed ({unit.name})"
    axes = axes_on(figure, 5.2, "Every rung under the measured ceilings", record, labels)
    spots: list[tuple[float, float]] = []
    for number, members in enumerate(by_ladder(record)):
        points = [
            (row["tflops"] * 1e3 / row["gbps"], row["tflops"] * 1e12 / unit.per_second)
            for group in members
            for row in group.shapes[group.main_shape]
        ]
        spots += points
        axes.plot(
            *zip(*points, strict=True),
            **{"linestyle": "", "marker": marker(number), "markersize": 5.5},
            **{"color": SERIES[number % len(SERIES)], "alpha": 0.85, "zorder": 3},
            label=f"{members[0].name}, {shape_text(members[0].main_shape)}",
        )
    # Room for the names of the roofs next to the marks.
    low = min(1.0, *(intensity / 2 for intensity, _ in spots))
    high = 6 * max(intensity for intensity, _ in spots)
    for number, (name, flops, gbps) in enumerate(roofs(record, unit)):
        knee = flops * unit.per_second / (gbps * 1e9)
        high = max(high, knee * 4)
        style = {"color": INK, "linestyle": DASHES[number % len(DASHES)], "linewidth": 1.3}
        axes.plot([low, knee, high], [low / knee * flops, flops, flops], zorder=2, **style)
        # The first label is below its line, since the next line may be just above it.
        label(axes, f"{name}: {digits(flops)}", (high, flops), (-2, 4 if number else -11))
    gbps = memory_gbps(record)
    height = 8.0 * gbps * 1e9 / unit.per_second
    label(axes, f"memory: {digits(gbps)} GB/s", (8.0, height), (-8, 4))
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(low, high)
    axes.set_ylim(bottom=10 ** math.floor(math.log10(min(speed for _, speed in spots))))
    for axis in (axes.xaxis, axes.yaxis):
        plain_numbers(axis)
        axis.set_minor_formatter("")
    legend(figure, axes)


def marker(number: int) -> str:
    """The marker of a series: with its colour, no two series have the same."""
    return MARKERS[(number + number // len(SERIES)) % len(MARKERS)]


def roofs(record: Record, unit: Unit) -> list[tuple[str, float, float]]:
    """Name, speed in `unit` and memory GB/s of each horizontal roof."""
    found = []
    for name, rates in named_ceilings(record).items():
        fields = [("float32 FMA", "fma_tflops", 1), ("float16 tensor cores", "float16_tflops", 1)]
        fields.append(("float8, twice float16", "float16_tflops", 2))
        if name:
            fields = [(f"float32, {name}", "fma_tflops", 1)]
        gbps = Ceilings(**rates).memory_gbps
        for roof, field, times in fields:
            found.append((roof, times * rates[field] * 1e12 / unit.per_second, gbps))
    return found


def label(axes: Any, text: str, place: tuple[float, float], shift: tuple[float, float]) -> None:
    """A label that ends at a point of a roof, with an offset in points."""
    axes.annotate(text, place, xytext=shift, textcoords="offset points", ha="right", size=8.5)
