"""A timeline as a trace for Perfetto (https://ui.perfetto.dev) or chrome://tracing, and as the
page's pipeline view: predicted activity of warps and pipes in a loop iteration.

The trace has Chrome's Trace Event Format. One microsecond of it is one cycle of the SM.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gpusim.timing.timeline import ACTIVITIES, Span, Timeline, longest

if TYPE_CHECKING:
    from gpusim.timing.prediction import LaunchTime

    from ..core.kernel import Kernel

Event = dict[str, Any]

# The process of the pipes; that of block n is FIRST_BLOCK + n.
SM, FIRST_BLOCK = 0, 1


def trace(line: Timeline, title: str, notes: Sequence[str]) -> str:
    """The trace as JSON: a track for each warp, a counter for each pipe and for loads in flight.

    Counters have the busy units of a pipe and the bytes in flight from beyond L1.
    """
    events = [_name("process_name", SM, 0, f"SM: {title}")]
    blocks = dict.fromkeys(block for block, _ in line.warps)
    events += [_name("process_name", FIRST_BLOCK + block, 0, f"block {block}") for block in blocks]
    for (block, warp), spans in line.warps.items():
        pid = FIRST_BLOCK + block
        events.append(_name("thread_name", pid, warp, f"warp {warp}"))
        for span in spans:
            place = {"pid": pid, "tid": warp, "ts": span.start, "dur": span.end - span.start}
            events.append({"ph": "X", "name": ACTIVITIES[span.what], **place})
    for name, spans in line.pipes.items():
        of = f"{name}, of {line.units[name]}"
        events += _counter(of, "busy", ((span.start, span.end, 1) for span in spans))
    events += _counter("loads in flight", "bytes", line.under_way)
    for time, block in line.barriers:
        events.append(_instant("barrier complete", "p", FIRST_BLOCK + block, time))
    events += [_instant("iteration begins", "g", SM, time) for time in line.passes]
    about = {"title": title, "unit": "1 us is 1 cycle", "notes": list(notes)}
    return json.dumps({"traceEvents": events, "otherData": about}) + "\n"


def _name(kind: str, pid: int, tid: int, name: str) -> Event:
    return {"ph": "M", "name": kind, "pid": pid, "tid": tid, "args": {"name": name}}


def _instant(name: str, scope: str, pid: int, time: float) -> Event:
    return {"ph": "i", "name": name, "s": scope, "pid": pid, "tid": 0, "ts": time}


def _counter(name: str, unit: str, spans: Iterable[tuple[float, float, float]]) -> Iterator[Event]:
    """The sum of the weights of (start, end, weight) spans over time."""
    changes: Counter[float] = Counter()
    for start, end, weight in spans:
        changes[start] += weight
        changes[end] -= weight
    level = 0.0
    for time, change in sorted(changes.items()):
        level += change
        yield {"ph": "C", "name": name, "pid": SM, "tid": 0, "ts": time, "args": {unit: level}}


# --- the page's pipeline view ---------------------------------------------------------------------

# Columns of the picture, and the maximum number of warps with a row.
COLUMNS, MOST_WARPS = 480, 32


def pipeline_record(kernel: Kernel) -> dict[str, Any]:
    """An iteration of the loop that takes longest, cut into columns.

    A warp's `spans` are a flat list with four numbers per span: cycles since the previous span
    ended, its own cycles, the activity (an index of `activities`), and its instruction minus that
    of the previous span. A pipe's `row` has a digit per column: its utilization, from 0 to 9.
    `passes` are in cycles, too. Raises UserError as `Kernel.predict`.
    """
    recordings = kernel.recordings()
    launch, line = longest(recordings)
    width = (line.end - line.start) / COLUMNS
    shown = list(line.warps.items())[:MOST_WARPS]
    return {
        "device": recordings[0].plan.chip.device,
        "shape": list(kernel.workload.extents.values()),
        "kernel": launch.kernel,
        "cycles": round(line.end - line.start),
        "of": round(launch.cycles),
        "resident": launch.resident,
        "activities": ACTIVITIES,
        "lines": loop_lines(launch, line),
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


def loop_lines(launch: LaunchTime, line: Timeline) -> list[int]:
    """The first and the last CUDA line of a timeline's loop; empty if it has none."""
    if not line.loop:
        return []
    first, last = line.loop
    within = {each.line for each in launch.instructions if first <= each.at <= last and each.line}
    return [min(within), max(within)] if within else []


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
