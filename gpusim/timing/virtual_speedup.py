"""Virtual speedups: the time of a kernel if the instructions of a source line were cheaper.

As in causal profiling (Curtsinger and Berger, "Coz", 2015), the gain tells which line is worth
work. The line's share of the time does not: warps may wait for something else meanwhile.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from .prediction import Recording, launching
from .warp_traces import Lines, Request, Row
from .what_if import with_accesses, with_plan, without


def time_if(launches: Sequence[Recording], line: int, cheaper: float) -> float:
    """Predicted time in microseconds, with the fraction `cheaper` of a line's cost removed.

    Raises as `Recording.simulate`.
    """
    changed = [with_cheaper(launch, line, cheaper) for launch in launches]
    return sum(launch.simulate().us for launch in changed) + launching(launches)


def with_cheaper(launch: Recording, line: int, cheaper: float) -> Recording:
    """The launch with a line's instructions removed, or with only a part of their costs.

    That part of their issue slots, stall counts, pipe cycles, register reads, latencies, wavefronts
    and sectors remains, and warps meet at a barrier only so often.
    """
    plan, cost = launch.plan, 1 - cheaper
    places = {code.at for code in plan.codes if code.instruction.line == line}
    if cost <= 0:
        return without(launch, places)
    needs = list(plan.needs)
    for at in places:
        scaled = {
            name: getattr(needs[at], name) * cost
            for name in ("interval", "latency", "even", "odd", "stall")
        }
        needs[at] = replace(needs[at], cost=cost, **scaled)
    requests = {
        place: Row([_part_of(one, cost) for one in row.of], row.move) if place[1] in places else row
        for place, row in plan.recorder.requests.items()
    }
    boxes = {
        place: [(phase, _first(lines, cost), move) for phase, lines, move in some]
        if place[1] in places
        else some
        for place, some in plan.recorder.boxes.items()
    }
    recorder = with_accesses(plan, requests=requests, boxes=boxes)
    return with_plan(launch, needs=needs, recorder=recorder)


def _part_of(request: Request, cost: float) -> Request:
    lines = _first(request.lines, cost)
    return replace(request, lines=lines, bytes=math.ceil(request.bytes * cost))


def _first(lines: Lines, cost: float) -> Lines:
    """A part of the sectors."""
    left = math.ceil(sum(mask.bit_count() for _, mask in lines) * cost)
    kept = []
    for line, mask in lines:
        while mask.bit_count() > left:
            mask &= mask - 1
        if mask:
            kept.append((line, mask))
        left -= mask.bit_count()
    return tuple(kept)
