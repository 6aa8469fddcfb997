"""The page's pipeline view: predicted activity of warps and pipes in a loop iteration."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gpusim.timing.timeline import ACTIVITIES, Span, longest

from ..core.kernel import Kernel

Record = dict[str, Any]

# Columns of the picture, and the maximum number of warps with a row.
COLUMNS, MOST_WARPS = 480, 32


def pipeline_record(kernel: Kernel) -> Record:
    """An iteration of the loop that takes longest, cut into columns.

    A warp's `spans` are a flat list with four numbers per span: cycles since the previous span
    ended, its own cycles, the activity (an index of `activities`), and its instruction minus that
    of the previous span. A pipe's `row` has a digit per column: its utilization, from 0 to 9.
    `passes` are in cycles, too. Raises UserError as `Kernel.predict`.
    """
    recordings = kernel.recordings()
    launch, line = longest(recordings)
    width = (line.end - line.start) / COLUMNS
    lines = []
    if line.loop:
        within = (
            instruction
            for instruction in launch.instructions
            if line.loop[0] <= instruction.at <= line.loop[1]
        )
        lines = sorted({instruction.line for instruction in within if instruction.line})
    shown = list(line.warps.items())[:MOST_WARPS]
    return {
        "device": recordings[0].plan.chip.device,
        "shape": list(kernel.workload.extents.values()),
        "kernel": launch.kernel,
        "cycles": round(line.end - line.start),
        "of": round(launch.cycles),
        "resident": launch.resident,
        "activities": ACTIVITIES,
        "lines": [lines[0], lines[-1]] if lines else [],
        "passes": [round(time - line.start, 1) for time in line.passes],
        "warps": [
            {"block": block, "warp": warp, "spans": _flat(spans, line.start)}
            for (block, warp), spans in shown
        ],
        "others": len(line.warps) - len(shown),
        "pipes": [
            {"name": name, "row": _busy(spans, line.start, width, line.units[name])}
            for name, spans in line.pipes.items()
        ],
    }


def _columns(spans: Sequence[Span], start: float, width: float) -> np.ndarray:
    """Cycles of spans in each column."""
    filled = np.zeros(COLUMNS)
    for span in spans:
        low, high = (span.start - start) / width, (span.end - start) / width
        for column in range(max(0, int(low)), min(COLUMNS, int(np.ceil(high)))):
            filled[column] += min(high, column + 1) - max(low, column)
    return filled


def _flat(spans: Sequence[Span], start: float) -> list[float]:
    """Spans as differences, which compress well because a warp repeats itself."""
    flat: list[float] = []
    ended, before = round(start, 1), 0
    for span in spans:
        begins, ends = round(span.start, 1), round(span.end, 1)
        if ends > begins:
            numbers = (round(begins - ended, 1), round(ends - begins, 1))
            flat += (*map(_short, numbers), span.what, span.at - before)
            ended, before = ends, span.at
    return flat


def _short(number: float) -> float:
    return int(number) if number == int(number) else number


def _busy(spans: Sequence[Span], start: float, width: float, units: int) -> str:
    share = _columns(spans, start, width) / units
    return "".join(str(min(9, round(9 * fraction))) for fraction in share)
