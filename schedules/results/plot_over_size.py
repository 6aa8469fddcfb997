"""The plot of a ladder over size: the best rung at each beside the baselines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .groups import Group, memory_ceiling
from .plot_style import MARKERS, SERIES, WIDTH, plain_numbers, reference_line
from .records import Record
from .units import GIGABYTES

# Speeds further apart than this factor go on a logarithmic axis.
LOG_SPAN = 50


def draw_over_size(figure: Any, record: Record, members: Sequence[Group]) -> None:
    """The best rung at each size beside the baselines; the memory ceiling for GEMVs."""
    from matplotlib.ticker import NullLocator

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
                label=f"{name}, {group.dtype}",
                **reference_line(place),
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
    speeds = [unit.of(group.best(shape)) for group in members for shape in group.shapes]
    if max(speeds) > LOG_SPAN * min(speeds):
        axes.set_yscale("log")
    else:
        axes.set_ylim(bottom=0)
    plain_numbers(axes.yaxis)
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
