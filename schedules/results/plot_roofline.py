"""The roofline: every rung under the ceilings that were measured in the same run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from .groups import Group, ceilings, memory_ceiling, on_cpu
from .plot_style import DASHES, INK, MARKERS, SERIES, WIDTH, plain_numbers
from .records import Record
from .units import GIGAFLOPS, TERAFLOPS, Unit, digits, shape_text


def roofs(record: Record) -> list[tuple[str, float, float]]:
    """Name, FLOP/s and copy bytes/s of each horizontal roof."""
    measured = []
    for name, rates in ceilings(record):
        if on_cpu(record):
            measured.append((f"float32, {name}", rates["fma_tflops"], rates["copy_gbps"]))
            continue
        measured.append(("float32 FMA", rates["fma_tflops"], rates["copy_gbps"]))
        measured.append(("float16 tensor cores", rates["float16_tflops"], rates["copy_gbps"]))
    return [(name, tflops * 1e12, gbps * 1e9) for name, tflops, gbps in measured]


def draw_roofline(figure: Any, record: Record, by_ladder: Sequence[Sequence[Group]]) -> None:
    """Every rung at its ladder's main shape, under the roofs.

    A ladder's rungs compute the same from the same bytes and stand above one another.
    """
    from matplotlib.ticker import NullFormatter

    figure.set_size_inches(WIDTH, 5.2)
    axes = figure.add_subplot()
    unit = GIGAFLOPS if on_cpu(record) else TERAFLOPS
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
    axes.set_xlabel("arithmetic intensity (FLOP per byte of inputs and outputs)")
    axes.set_ylabel(f"speed ({unit.name})")
    axes.set_title(f"Every rung under the measured ceilings, {record['device']}")
    figure.legend(loc="outside lower center", ncols=3)


def draw_rungs(
    axes: Any, by_ladder: Sequence[Sequence[Group]], unit: Unit
) -> list[tuple[float, float]]:
    """A mark for each rung, and the marks' places: FLOP a byte, and speed."""
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
    """The roofs over the rungs and beyond their knees; gives the least and the greatest FLOP a
    byte to show."""
    scale = unit.per_second
    low = min(1.0, *(intensity / 2 for intensity in intensities))
    high = max(intensities) * 2.5
    for number, (name, flops, per_second) in enumerate(roofs(record)):
        knee = flops / per_second
        high = max(high, knee * 4)
        axes.plot(
            [low, knee, high],
            [low * per_second / scale, flops / scale, flops / scale],
            color=INK,
            linestyle=DASHES[number % len(DASHES)],
            linewidth=1.3,
            zorder=2,
        )
        label(axes, f"{name}: {digits(flops / scale)}", (high, flops / scale), -2)
    gbps = memory_ceiling(record)
    if gbps:
        label(axes, f"copy: {digits(gbps)} GB/s", (8.0, 8.0 * gbps * 1e9 / scale), -8)
    return low, high


def label(axes: Any, text: str, place: tuple[float, float], left: float) -> None:
    """Text that ends above a place of a roof."""
    axes.annotate(text, place, xytext=(left, 4), textcoords="offset points", ha="right", size=8.5)
