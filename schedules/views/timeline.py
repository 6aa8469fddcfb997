"""A timeline as a trace for Perfetto (https://ui.perfetto.dev) or chrome://tracing.

The format is Chrome's Trace Event Format. One microsecond of the trace is one cycle of the SM.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from gpusim.timing.timeline import ACTIVITIES, Timeline

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
