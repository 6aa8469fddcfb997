"""Changes of a recorded launch: accesses coalesced or merged, instructions left out or cheaper.

Each function takes a `Recording` and returns another one, which is simulated in the same way.
Nothing is recorded again. A removed instruction disappears from all execution traces, with its
stall count and its pipe usage. A merged instruction releases the scoreboard barriers of all its
parts.
"""

from __future__ import annotations

import copy
import math
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from .issue import IssueRequirements
from .prediction import Recording, launching
from .warp_state import Plan
from .warp_traces import LINE, NOTHING, SECTOR, Lines, Recorder, Request, Row, Stream

# Largest access per lane, and bytes of a wavefront.
WIDEST, _WAVEFRONT = 16, 128


def with_plan(launch: Recording, **changes) -> Recording:
    return replace(launch, plan=replace(launch.plan, **changes))


def with_accesses(plan: Plan, **changes) -> Recorder:
    """The recorder with some of its tables replaced."""
    changed = copy.copy(plan.recorder)
    for name, value in changes.items():
        setattr(changed, name, value)
    return changed


def without(launch: Recording, dropped: Collection[int]) -> Recording:
    """The kernel without some instructions; a straight-line segment keeps its last one."""
    plan, dropped = launch.plan, set(dropped)
    pieces = {(start, end) for stream in plan.streams for _, start, end in stream.segments}
    dropped -= {end - 1 for start, end in pieces if dropped.issuperset(range(start, end))}
    kept = [code.at for code in plan.codes if code.at not in dropped]
    place = {pc: new for new, pc in enumerate(kept)}
    codes = tuple(replace(plan.codes[pc], at=place[pc]) for pc in kept)

    def moved(known: Mapping) -> dict:
        return {
            (key[0], place[key[1]], *key[2:]): value
            for key, value in known.items()
            if key[1] in place
        }

    names = ("requests", "wavefronts", "least", "arrivals", "boxes", "waits", "barriers")
    recorder = with_accesses(plan, **{name: moved(getattr(plan.recorder, name)) for name in names})
    places = [0]
    for code in plan.codes:
        places.append(places[-1] + (code.at in place))
    streams = [
        Stream(
            [(segment, places[start], places[end]) for segment, start, end in stream.segments],
            stream.loops,
        )
        for stream in plan.streams
    ]
    changed = replace(
        plan,
        codes=codes,
        needs=[plan.needs[pc] for pc in kept],
        recorder=recorder,
        streams=streams,
    )
    return replace(
        launch, plan=changed, counting=frozenset(place[pc] for pc in launch.counting & set(kept))
    )


def groups_of(launch: Recording, access: str, most: int) -> list[list[int]]:
    """Accesses of one kind within a straight-line segment, in groups of at most `most` bytes per
    lane."""
    edges = sorted(
        {end for stream in launch.plan.streams for _, *ends in stream.segments for end in ends}
    )
    groups: dict[tuple, list[list[int]]] = {}
    for code in launch.plan.codes:
        if code.row.access == access and most // code.lane_bytes > 1:
            guard = code.predicate.text if code.predicate else ""
            key = code.instruction.opcode, guard, bisect_right(edges, code.at)
            here = groups.setdefault(key, [[]])
            if len(here[-1]) == most // code.lane_bytes:
                here.append([])
            here[-1].append(code.at)
    return [group for here in groups.values() for group in here if len(group) > 1]


def merged(launch: Recording, groups: Sequence[Sequence[int]]) -> Recording:
    """One instruction per group: loads at the position of the first, stores at that of the last."""
    plan, recorder = launch.plan, launch.plan.recorder
    codes, needs = list(plan.codes), list(plan.needs)
    tables = {name: dict(getattr(recorder, name)) for name in ("requests", "wavefronts")}
    dropped = set()
    ordinals: dict[int, list[int]] = {}
    for ordinal, pc in {*recorder.requests, *recorder.wavefronts}:
        ordinals.setdefault(pc, []).append(ordinal)
    for group in groups:
        pc = group[-1 if codes[group[0]].row.access.endswith("store") else 0]
        dropped |= set(group) - {pc}
        width = min(WIDEST, codes[pc].lane_bytes * len(group))
        sizes = (str(width * 8),) if width > 4 else ()
        codes[pc] = replace(codes[pc], modifiers=(*_unsized(codes[pc].modifiers), *sizes))
        needs[pc] = _all_barriers([needs[member] for member in group], needs[pc])
        for ordinal in ordinals.get(pc, ()):
            if (ordinal, pc) in recorder.requests:
                rows = [recorder.requests.get((ordinal, member)) for member in group]
                tables["requests"][ordinal, pc] = _united(filter(None, rows))
            if (ordinal, pc) in recorder.wavefronts:
                tables["wavefronts"][ordinal, pc] = list(_together(recorder, ordinal, group))
    changed = with_plan(
        launch, codes=tuple(codes), needs=needs, recorder=with_accesses(plan, **tables)
    )
    return without(changed, dropped)


def _unsized(modifiers: Iterable[str]) -> Iterator[str]:
    return (
        modifier for modifier in modifiers if modifier not in ("U8", "S8", "U16", "S16", "16", "64")
    )


def _all_barriers(needs: Sequence[IssueRequirements], kept: IssueRequirements) -> IssueRequirements:
    """Requirements of one instruction that releases the scoreboard barriers of several."""
    return replace(kept, write=tuple(sorted({number for need in needs for number in need.write})))


def _united(rows: Iterable[Row]) -> Row:
    """Requests of several instructions combined into one, per warp."""
    united = []
    for requests in zip(*(row.moved() for row in rows), strict=True):
        masks: dict[int, int] = {}
        for line, mask in (line for request in requests for line in request.lines):
            masks[line] = masks.get(line, 0) | mask
        size = sum(request.bytes for request in requests)
        united.append(Request(tuple(masks.items()), size, -(-size // LINE)) if masks else NOTHING)
    return Row(united)


def _together(recorder: Recorder, ordinal: int, group: Sequence[int]) -> Iterator[int]:
    """Wavefronts for a group's bytes per warp. A wavefront of an access that is as many times as
    wide serves as many times fewer lanes, so that fewer of them conflict."""
    taken = [recorder.wavefronts[ordinal, pc] for pc in group if (ordinal, pc) in recorder.least]
    least = [recorder.least[ordinal, pc] for pc in group if (ordinal, pc) in recorder.least]
    for had, fewest in zip(zip(*taken, strict=True), zip(*least, strict=True), strict=True):
        size = sum(least_count for _, least_count in fewest)
        needed = sum(needed_count for needed_count, _ in fewest)
        conflicts = max(1.0, sum(had) / needed / len(group)) if needed else 0.0
        yield round(-(-size // _WAVEFRONT) * conflicts)


def coalesced(launch: Recording, accesses: Collection[int]) -> Recording:
    """Some global accesses touch only as many lines as their bytes fill.

    An instruction's requests of a warp use the first of the lines that they use now, one after the
    other.
    """
    requests = dict(launch.plan.recorder.requests)
    for pc in accesses:
        ordinals = sorted(ordinal for ordinal, at in requests if at == pc)
        rows = [requests[ordinal, pc].moved() for ordinal in ordinals]
        columns = [_packed([row[warp] for row in rows]) for warp in range(len(rows[0]))]
        for ordinal, row in zip(ordinals, zip(*columns, strict=True), strict=True):
            requests[ordinal, pc] = Row(row)
    return with_plan(launch, recorder=with_accesses(launch.plan, requests=requests))


def _packed(requests: Sequence[Request]) -> list[Request]:
    """One warp's requests by one instruction, packed into consecutive lines."""
    if all(len(request.lines) <= -(-request.bytes // LINE) for request in requests):
        return list(requests)
    lines = sorted({line for request in requests for line, _ in request.lines})
    packed, begin = [], 0
    for request in requests:
        sectors = range(begin // SECTOR, -(-(begin + request.bytes) // SECTOR))
        masks: dict[int, int] = {}
        for sector in sectors:
            line = lines[sector // 4 % len(lines)]
            masks[line] = masks.get(line, 0) | 1 << sector % 4
        packed.append(Request(tuple(masks.items()), request.bytes, -(-request.bytes // LINE)))
        begin += request.bytes
    return packed


# --- virtual speedups -----------------------------------------------------------------------------

# As in causal profiling (Curtsinger and Berger, "Coz", 2015), the gain of a line that is made
# cheaper tells which one is worth work. The line's share of the time does not: warps may wait for
# something else meanwhile.


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
