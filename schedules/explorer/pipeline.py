"""What the page shows of a pipeline: what warps and pipes do in a pass of a loop, as predicted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gpusim.timing.prediction import Recording
from gpusim.timing.timeline import ACTIVITIES, Span, longest

from ..core.kernel import Kernel

Record = dict[str, Any]

# Columns of the picture, and warps that have a row.
COLUMNS, MOST_WARPS = 480, 32
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def pipeline_record(kernel: Kernel) -> Record:
    """An iteration of the loop that takes longest; raises UserError as `Kernel.predict`."""
    return record_of_pipeline(kernel.recordings(), kernel.workload.shape)


def record_of_pipeline(recordings: Sequence[Recording], shape: Sequence[int]) -> Record:
    """An iteration of the loop that takes longest, cut into columns.

    A warp's row has a letter a column, of what the warp does for most of it (`activities`, base
    36), '.' where it is not there; a pipe's row how busy the pipe is, from 0 to 9.
    """
    launch, line = longest(recordings)
    width = (line.end - line.start) / COLUMNS
    lines = []
    if line.loop:
        within = (one for one in launch.instructions if line.loop[0] <= one.at <= line.loop[1])
        lines = sorted({one.line for one in within if one.line})
    shown = list(line.warps.items())[:MOST_WARPS]
    return {
        "device": recordings[0].plan.chip.device,
        "shape": list(shape),
        "kernel": launch.kernel,
        "cycles": round(line.end - line.start),
        "of": round(launch.cycles),
        "resident": launch.resident,
        "activities": ACTIVITIES,
        "lines": [lines[0], lines[-1]] if lines else [],
        "passes": [round((time - line.start) / width, 1) for time in line.passes],
        "warps": [
            {"block": block, "warp": warp, "row": _doing(spans, line.start, width)}
            for (block, warp), spans in shown
        ],
        "others": len(line.warps) - len(shown),
        "pipes": [
            {"name": name, "row": _busy(spans, line.start, width, line.units[name])}
            for name, spans in line.pipes.items()
        ],
    }


def _columns(spans: Sequence[Span], start: float, width: float, kinds: int) -> np.ndarray:
    """Cycles of each kind in each column, of shape (kinds, columns)."""
    found = np.zeros((kinds, COLUMNS))
    for one in spans:
        low, high = (one.start - start) / width, (one.end - start) / width
        for column in range(max(0, int(low)), min(COLUMNS, int(np.ceil(high)))):
            found[one.what, column] += min(high, column + 1) - max(low, column)
    return found


def _doing(spans: Sequence[Span], start: float, width: float) -> str:
    cycles = _columns(spans, start, width, len(ACTIVITIES))
    most, there = cycles.argmax(axis=0), cycles.any(axis=0)
    return "".join(_DIGITS[at] if on else "." for at, on in zip(most, there, strict=True))


def _busy(spans: Sequence[Span], start: float, width: float, units: int) -> str:
    share = _columns([one._replace(what=0) for one in spans], start, width, 1)[0] / units
    return "".join(str(min(9, round(9 * one))) for one in share)
