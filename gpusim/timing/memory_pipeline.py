"""Memory instructions: a queue per sub-partition, one pipe per SM, and the caches behind it."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from typing import NamedTuple

from ..isa.decoder import Code, matrices
from .caches import FEW_LINES, Memory
from .constants import BEFORE_PASS
from .issue import QUEUED
from .warp_state import NEVER, Partition, Plan, Warp
from .warp_traces import LINE, LINES_A_PASS, NOTHING

# Access -> kind, and names of the constants of its latency and of its sub-partition's interval.
KINDS = {
    "shared.load": ("shared", "lds", "load"),
    "shared.store": ("shared", "lds", "store"),
    "shared.matrix": ("shared", "ldsm", "matrix"),
    "shared.atomic": ("shared", "atoms", "store"),
    **dict.fromkeys(("global.load", "global.atomic"), ("load", "ldg", "global")),
    **dict.fromkeys(("global.store", "global.reduction"), ("store", "", "global")),
    "global.copy": ("copy", "ldg", "global"),
    **dict.fromkeys(("local.load", "local.store"), ("local", "ldg", "global")),
    "warp.exchange": ("shuffle", "shfl", "shuffle"),
}
# Cycles from a memory instruction's first pipe cycle until its sources are read; cycles per further
# stored register, for the sub-partition as well; bytes per cycle that a sub-partition receives from
# shared memory (`latency.sources`, measured on an H200 only).
_READ_LOAD = {"shared": 5, "shuffle": 5, "local": 7, "load": 7, "copy": 20, "store": 10}
_READ = {"shared.store": 8}
_A_REGISTER, _RETURNED = 2, 64
# Lines already in flight for another request are looked up again when they arrive. Not from a
# microbenchmark, but required by L1-bound kernels on the H200 (docs/internals.md). Latency of a
# store; only the kernel's end waits for it.
_STORED = 20


class _Kind(NamedTuple):
    """Static properties of a memory instruction.

    Bytes per lane; issue interval of its sub-partition; latency after the last pipe cycle; cycles
    from the first pipe cycle until its sources are read; whether it bypasses L1; and cycles that
    its result takes to be written to registers (0 without a result).
    """

    kind: str
    width: int
    interval: float
    latency: float
    reading: float
    past_l1: bool
    returned: float


class Requests:
    """Times of results and of source reads of memory instructions."""

    def __init__(self, plan: Plan, memory: Memory) -> None:
        self._plan, self._memory, self._chip = plan, memory, plan.chip
        # The time at which the memory pipe is free, and at which the last request reached it.
        self._free = self.began = 0.0
        self.busy = [0.0]
        # By a warp's loop (its id) and instruction.
        self._moves: dict[tuple[int, int], int] = {}
        # By instruction with global accesses: the segments that contain it.
        self._segments: dict[int, list[int]] = defaultdict(list)
        for ordinal, pc in sorted(plan.recorder.requests):
            self._segments[pc].append(ordinal)
        self._kinds = {
            code.at: self._kind(code) for code in plan.codes if plan.needs[code.at].pipe in QUEUED
        }

    def _kind(self, code: Code) -> _Kind:
        access = code.row.access
        kind, latency, interval = KINDS[access]
        width, chip = _width(code), self._chip
        wide = f"{latency}.{matrices(code) if access == 'shared.matrix' else width * 8}"
        behind = chip.latencies.get(wide, chip.latencies.get(latency, 0.0))
        read, cycles = _READ.get(access, _READ_LOAD[kind]), chip.addresses[interval]
        more, returned = width // 4 - 1, 0.0
        if kind == "copy":
            cycles = chip.copying[width, code.has("BYPASS")]
        elif access.endswith("store"):
            read += _A_REGISTER * more
            cycles += _A_REGISTER * more
        else:
            words = matrices(code) if access == "shared.matrix" else width // 4
            returned = words * LINE / _RETURNED
        return _Kind(kind, width, cycles, behind, read, code.has("BYPASS", "STRONG"), returned)

    def issue(self, part: Partition, warp: Warp, now: float) -> tuple[float, float]:
        """(time of the result, time at which the sources are read) of a memory instruction."""
        place = warp.ordinal, warp.at
        kind, width, interval, latency, reading, past_l1, returned = self._kinds[warp.at]
        recorder, memory = self._plan.recorder, self._memory
        request, move, wavefronts = NOTHING, 0, 0
        if kind != "shared" and (row := recorder.requests.get(place)):
            request, move = row.of[warp.number], row.move
            if warp.replays and request.lines:
                move += self._further(warp, warp.at)
        if kind in ("shared", "copy") and (counted := recorder.wavefronts.get(place)):
            wavefronts = counted[warp.number]
        if kind == "shared":
            passes = max(1, wavefronts)
        elif kind in ("shuffle", "local"):
            passes = max(1, width // 4)
        elif kind == "store":
            passes = max(self._chip.store_passes[width], request.passes)
            if len(request.lines) > FEW_LINES:
                passes = max(passes, 2 * len(request.lines))
        elif kind == "copy" and past_l1:
            passes = max(1, -(-len(request.lines) // LINES_A_PASS))
        else:
            passes = request.passes
        if (cost := self._plan.needs[warp.at].cost) < 1:
            passes, interval = passes * cost, interval * cost
        start = max(now + 1, part.addresses)
        if kind == "copy":
            part.turning = self._chip.turning[width, past_l1]
        elif part.turning:
            start, part.turning = max(now + 1, part.addresses + part.turning), 0.0
        part.addresses = start + interval
        begin = max(start + BEFORE_PASS - 1, self._free)
        self.began, self._free = begin, begin + passes
        self.busy[0] += passes
        end = begin + (passes - 1)
        # Only stores wait for L2.
        entered = max(begin, memory.accepting) if kind == "store" else begin
        part.queues[self._plan.needs[warp.at].pipe].append(entered)
        read = entered + reading
        if kind == "load":
            done, late = memory.load(end, request.lines, latency, move, cached=not past_l1)
            again = -(-late // LINES_A_PASS)
            self._free = max(self._free + again, memory.fill_free)
            self.busy[0] += again
        elif kind == "copy":
            done, _ = memory.load(end, request.lines, latency, move, cached=not past_l1)
            done += self._chip.latencies["copy"]
            # Arriving data occupies the pipe like a store; for copies alone it is less
            # (`pipe.copy`).
            self._free += wavefronts
            self.busy[0] += wavefronts
            warp.copies = max(warp.copies, done)
        elif kind == "store":
            memory.store(end, request, move)
            done = end + _STORED
        else:
            done = end + latency
            if kind == "shared" and returned:
                # Results come in order.
                part.written = done = max(done, part.written + returned)
        return done, read

    def _further(self, warp: Warp, pc: int) -> int:
        """Line shift of a request in a replayed iteration: the distance between recorded
        iterations, for each loop around it.
        """
        move = 0
        for loop, replays in warp.replays.items():
            known = id(loop), pc
            distance = self._moves.get(known)
            if distance is None:
                now, before = (
                    self._first_line(pc, warp.number, *of)
                    for of in ((loop.first, NEVER), (loop.before, loop.first))
                )
                distance = self._moves[known] = now - before if now and before else 0
            move += distance * replays
        return move

    def _first_line(self, pc: int, warp: int, first: int, end: float) -> int | None:
        """The first line that a warp's instruction accesses within a range of segments."""
        ordinals = self._segments[pc]
        for number in range(bisect_left(ordinals, first), len(ordinals)):
            if ordinals[number] >= end:
                break
            row = self._plan.recorder.requests[ordinals[number], pc]
            if lines := row.of[warp].lines:
                return lines[0][0] + row.move
        return None


def _width(code: Code) -> int:
    """Bytes that each lane moves."""
    return next((int(modifier) // 8 for modifier in code.modifiers if modifier in ("64", "128")), 4)
