"""State of warps, sub-partitions and barriers in the timing model."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from ..chips import WARP
from ..isa.decoder import Code
from .constants import Constants
from .issue import FMA, HALF, IMAD, PIPES, QUEUED, WIDEN, IssueRequirements
from .warp_traces import Loop, Phase, Recorder, Stream

# Stall reasons.
ISSUE, FIXED, BRANCH, SCOREBOARD, BARRIER, PIPE, PORT, QUEUE, NOT_SELECTED = range(9)
CAUSES = (
    "issue", "fixed latency", "branch", "scoreboard", "barrier", "pipe", "register port",
    "memory queue", "not selected",
)  # fmt: skip
SCOREBOARDS = 6
NEVER = float("inf")
# Pipes that occupy the half of the FMA pipe with integer multiplication.
_HALVES = FMA, IMAD, WIDEN, HALF
# Pending results that a counting wait can refer to.
_KEPT = 64


@dataclass(frozen=True)
class Plan:
    """Recorded work of a kernel's blocks: a stream per warp, block after block."""

    codes: tuple[Code, ...]
    needs: Sequence[IssueRequirements]
    recorder: Recorder
    streams: Sequence[Stream]
    warps_per_block: int
    chip: Constants


class Warp:
    """A warp's position in its trace, and what its next instruction waits for.

    `fixed`, `branched`, `scoreboard` and `barrier` are the earliest issue cycles by each
    constraint, `ready` the latest of them; `met` is when its last BAR completes, `held` since when
    the scheduler waits for its registers. Iterations that were not recorded replay recorded ones:
    `left` is the number left by loop, `replays` the number replayed of each surrounding loop,
    `repeated` that of all loops, including those of other warps as far as this warp has waited for
    them. `crossed` is the loop whose next iteration has just begun, `latest` the last such loop.
    """

    __slots__ = (
        "at", "barrier", "blame", "block", "branched", "copies", "crossed", "end", "fixed",
        "held", "issued", "issues", "latest", "left", "met", "number", "ordinal", "own",
        "iterations", "part", "products", "ready", "reason", "repeated", "replays",
        "scheduling_priority", "scoreboard", "scoreboards", "segment", "setters", "slot",
        "stream", "times",
    )  # fmt: skip

    def __init__(self, stream: Stream, number: int, block: int, slot: int, time: float) -> None:
        self.stream, self.number, self.block, self.slot = stream, number, block, slot
        self.part = 0
        self.segment, self.at, self.end, self.ordinal = -1, 0, 0, 0
        self.left: dict[int, int] = {}
        self.replays: dict[Loop, int] = {}
        self.crossed = self.latest = -1
        # Issued instructions; by loop, the number at the last iteration's start, and per iteration.
        self.issues = 0
        self.iterations: dict[int, tuple[int, int]] = {}
        self.repeated: dict[int, int] = {}
        self.own = {loop.number for loops in stream.loops.values() for loop in loops}
        self.ready = self.fixed = self.branched = self.scoreboard = self.barrier = time
        self.met = self.held = time
        self.issued, self.reason = time - 1, NOT_SELECTED
        # The lowest value is selected first. Within 0, the warp that issued last; otherwise the one
        # that has waited longest.
        self.scheduling_priority = 1
        # By scoreboard barrier: release time, setter, and all release times.
        self.scoreboards = [0.0] * SCOREBOARDS
        self.setters = [-1] * SCOREBOARDS
        self.times: list[list[float]] = [[] for _ in range(SCOREBOARDS)]
        self.blame = -1
        self.copies = 0.0
        self.products: list[float] = []

    def advance(self) -> bool:
        """To the next segment of the trace; False at its end."""
        self.segment += 1
        if self.segment in self.stream.loops:
            self._repeat_loops()
        if self.segment >= len(self.stream.segments):
            return False
        self.ordinal, self.at, self.end = self.stream.segments[self.segment]
        return True

    def _repeat_loops(self) -> None:
        """At the end of recorded iterations: replay them while any are left."""
        for loop in self.stream.loops[self.segment]:
            left = self.left.pop(loop.number, loop.times)
            if left > 0:
                self.left[loop.number] = left - 1
                self.replays[loop] = self.replays.get(loop, 0) + 1
                self.repeated[loop.number] = self.repeated.get(loop.number, 0) + 1
                self.crossed = self.latest = loop.number
                self.segment = loop.start
                begun, _ = self.iterations.get(loop.number, (self.issues, 0))
                self.iterations[loop.number] = self.issues, self.issues - begun
                return
            self.iterations.pop(loop.number, None)
            self.replays.pop(loop, None)

    def learn(self, repeated: Mapping[int, int]) -> None:
        """Adopt the replay counts of loops that only other warps execute."""
        for loop, times in repeated.items():
            if loop not in self.own and times > self.repeated.get(loop, 0):
                self.repeated[loop] = times

    def set(self, number: int, time: float, pc: int) -> None:
        """Record that an instruction releases a scoreboard barrier at `time`."""
        if time > self.scoreboards[number]:
            self.scoreboards[number] = time
            self.setters[number] = pc
        times = self.times[number]
        times.append(times[-1] if times and times[-1] > time else time)
        if len(times) > _KEPT:
            del times[: _KEPT // 2]

    def wait(self, plan: Plan) -> None:
        """Compute when the next instruction may issue."""
        need, scoreboards = plan.needs[self.at], self.scoreboards
        latest, which = 0.0, -1
        for number in need.awaited:
            if scoreboards[number] > latest:
                latest, which = scoreboards[number], number
        if need.left >= 0:
            number, left = need.results, need.left
            times = self.times[number] if number >= 0 else self.products
            if len(times) > left and times[-left - 1] > latest:
                latest, which = times[-left - 1], number
        if need.meets and self.met > self.barrier:
            self.barrier = self.met
        self.scoreboard = latest
        self.blame = self.setters[which] if which >= 0 else -1
        if self.fixed > latest:
            latest = self.fixed
        if self.branched > latest:
            latest = self.branched
        self.ready = self.barrier if self.barrier > latest else latest

    def attribute(
        self, spent: list[float], blamed: dict[tuple[int, int], float], now: float
    ) -> None:
        """Attribute the cycles since the last issue to stall reasons, one after the other."""
        time = self.issued + 1
        if (until := self.fixed) > time:
            until = until if until < now else now
            spent[FIXED] += until - time
            time = until
        if (until := self.branched) > time:
            until = until if until < now else now
            spent[BRANCH] += until - time
            time = until
        if (until := self.barrier) > time:
            until = until if until < now else now
            spent[BARRIER] += until - time
            time = until
        if (until := self.scoreboard) > time:
            until = until if until < now else now
            spent[SCOREBOARD] += until - time
            key = self.at, self.blame
            blamed[key] = blamed.get(key, 0.0) + until - time
            time = until
        if now > time:
            if self.reason == PORT and self.held > time:
                spent[NOT_SELECTED] += self.held - time
                time = self.held
            spent[self.reason] += now - time


class Partition:
    """A sub-partition: its warps, and when each pipe is free."""

    def __init__(self) -> None:
        self.warps: list[Warp] = []
        self.free = [0.0] * len(PIPES)
        # The halves of the FMA pipe: with and without integer multiplication.
        self.multiplying = self.lite = 0.0
        # When each register bank has served its reads, one per cycle.
        self.even = self.odd = 0.0
        # When queued memory instructions enter the memory pipe.
        self.queues: dict[int, deque[float]] = {pipe: deque() for pipe in QUEUED}
        self.addresses = 0.0
        # Additional wait of the next memory instruction after a copy.
        self.turning = 0.0
        # When the last result from shared memory is written to registers.
        self.written = 0.0
        # The warp that issued last, the one to issue next, and one that waits for its registers.
        self.last: Warp | None = None
        self.selected: Warp | None = None
        self.held: Warp | None = None
        self.next = NEVER
        self.blocked = 0.0

    def ports(self, need: IssueRequirements) -> float:
        """When an instruction's registers can be read."""
        even = self.even + need.even if need.even else 0.0
        odd = self.odd + need.odd if need.odd else 0.0
        return (even if even > odd else odd) - need.window

    def hold(self, need: IssueRequirements, now: float) -> None:
        """Occupy the pipe of an instruction."""
        free, pipe, until = self.free, need.pipe, now + need.interval
        if pipe in _HALVES:
            self.multiplying = free[IMAD] = free[WIDEN] = until
            if pipe == HALF:
                self.lite = until
            free[FMA], free[HALF] = min(until, self.lite), max(until, self.lite)
        else:
            free[pipe] = until

    def multiply(self, now: float, until: float) -> None:
        """Occupy a half of the FMA pipe: if free, the one without integer multiplication."""
        free, full, other = self.free, self.multiplying, self.lite
        if other <= now:
            self.lite = other = until
        else:
            self.multiplying = free[IMAD] = free[WIDEN] = full = until
        free[FMA], free[HALF] = (full, other) if full < other else (other, full)


class BarrierModel:
    """Warps waiting at barriers; `wake` is called for each warp that may continue."""

    def __init__(self, plan: Plan, wake: Callable[[Warp], None]) -> None:
        self._plan, self._wake = plan, wake
        self._latencies = plan.chip.latencies
        self._latency, self._interval = plan.chip.barrier
        self._barriers_free = 0.0
        self.left: dict[int, int] = {}
        # By block and barrier: the number of arrivals, the threads that it counts (0: all of the
        # block), and the waiting warps.
        self._arrived: Counter[tuple[int, int]] = Counter()
        self._counted: dict[tuple[int, int], int] = {}
        self._waiting: dict[tuple[int, int], list[Warp]] = {}
        # Contributions required by each recorded mbarrier phase; by phase, the missing ones, the
        # time of the last one, and the waiting warps.
        self._wanted: Counter[Phase] = Counter()
        self._lacking: dict[Phase, int] = {}
        self._over: dict[Phase, float] = {}
        self._asleep: dict[Phase, list[Warp]] = {}
        # Replay counts of the arriving warps' loops.
        self._repeated: dict[Phase, dict[int, int]] = {}
        for phases in plan.recorder.arrivals.values():
            self._wanted.update(phases)
        for boxes in plan.recorder.boxes.values():
            self._wanted.update(phase for phase, *_ in boxes if phase)
        # Arrivals by warp and instruction, of barriers that are met only in part of them.
        self._met: Counter[tuple[int, int]] = Counter()
        self._steps = _phases_per_iteration(plan.recorder, plan.streams)

    def arrive(self, warp: Warp, now: float) -> None:
        """BAR: a warp arrives and, without .ARV, waits for the others."""
        code, cost = self._plan.codes[warp.at], self._plan.needs[warp.at].cost
        named = self._plan.recorder.barriers.get((warp.ordinal, warp.at, warp.number))
        if named is None:
            # Its predicate is false.
            return
        if cost < 1:
            self._met[warp.number, warp.at] += 1
            met = self._met[warp.number, warp.at] * cost
            if ceil(met) == ceil(met - cost):
                return
        number, threads = named
        place = warp.block, number
        self._counted[place] = threads
        waiting = self._waiting.setdefault(place, [])
        self._arrived[place] += 1
        if not code.has("ARV"):
            waiting.append(warp)
            warp.met = NEVER
        # Arrivals are processed one after the other.
        self._barriers_free = max(self._barriers_free, now) + self._interval
        if self._arrived[place] >= (threads // WARP or self.left[warp.block]):
            self._release(place, self._barriers_free + self._latency)

    def _release(self, place: tuple[int, int], time: float) -> None:
        self._arrived[place] = 0
        for warp in self._waiting.pop(place, ()):
            warp.met = time
            if warp.ready == NEVER:
                self._resume(warp, time)

    def _resume(self, warp: Warp, time: float) -> None:
        warp.barrier = time
        warp.wait(self._plan)
        self._wake(warp)

    def leave(self, warp: Warp, now: float) -> None:
        """A warp exits; barriers of its block may now be complete."""
        self.left[warp.block] -= 1
        for place, arrived in self._arrived.items():
            whole = place[0] == warp.block and not self._counted[place]
            if whole and arrived and arrived >= self.left[warp.block]:
                self._release(place, now + self._latency)

    def mbarrier(self, warp: Warp, now: float) -> bool:
        """SYNCS: arrive or test; returns whether the warp has to wait."""
        code = self._plan.codes[warp.at]
        place = warp.ordinal, warp.at, warp.number
        recorder = self._plan.recorder
        if code.has("ARRIVE"):
            self.arrive_at_mbarrier(warp, now + self._latencies["syncs"])
        if not code.has("PHASECHK") or place not in recorder.waits:
            return False
        phase = self._current_phase(warp, recorder.waits[place])
        if self._lacking[phase]:
            self._asleep.setdefault(phase, []).append(warp)
            return True
        warp.learn(self._repeated.get(phase, {}))
        warp.barrier = max(now, self._over.get(phase, now))
        return False

    def arrive_at_mbarrier(self, warp: Warp, time: float) -> None:
        """The arrivals of a warp's lanes take effect at a time."""
        place = warp.ordinal, warp.at, warp.number
        for phase in self._plan.recorder.arrivals.get(place, ()):
            self.contribute(warp, phase, time)

    def _current_phase(self, warp: Warp, recorded: Phase) -> Phase:
        """The phase a warp refers to: recorded phases advance with every replayed iteration."""
        block, column, number = recorded
        for loop, repeated in warp.repeated.items():
            number += repeated * self._steps.get((loop, block, column), 0)
        phase = block, column, number
        self._lacking.setdefault(phase, self._wanted[recorded])
        return phase

    def contribute(self, warp: Warp, recorded: Phase, time: float) -> None:
        """An arrival at an mbarrier, or bytes that it expects, at a time."""
        phase = self._current_phase(warp, recorded)
        self._lacking[phase] -= 1
        self._over[phase] = done = max(time, self._over.get(phase, 0.0))
        repeated = self._repeated.setdefault(phase, {})
        for loop, times in warp.repeated.items():
            repeated[loop] = max(times, repeated.get(loop, 0))
        if not self._lacking[phase]:
            for sleeper in self._asleep.pop(phase, ()):
                sleeper.learn(repeated)
                self._resume(sleeper, done)


def _phases_per_iteration(
    recorder: Recorder, streams: Sequence[Stream]
) -> dict[tuple[int, int, int], int]:
    """Phases that each mbarrier of each block completes per loop iteration."""
    steps = {}
    loops = {
        phase_end
        for stream in streams
        for ended in stream.loops.items()
        for phase_end in _ends(*ended, stream)
    }
    for (ordinal, pc, warp), (block, column, phase) in recorder.waits.items():
        for number, first, end, segments in loops:
            if first <= ordinal < end:
                before = recorder.waits.get((ordinal - segments, pc, warp))
                if before:
                    steps[number, block, column] = phase - before[2]
    return steps


def _ends(after: int, loops: list[Loop], stream: Stream) -> Iterator[tuple[int, int, int, int]]:
    """Loops as (number, first segment, end segment, segments per iteration); the end is
    excluded."""
    for loop in loops:
        end = stream.segments[after - 1][0] + 1
        yield loop.number, end - loop.segments, end, loop.segments
