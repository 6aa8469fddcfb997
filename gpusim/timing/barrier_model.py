"""Timing of block barriers and mbarriers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import ceil

from .warp_state import NEVER, Plan, Warp
from .warp_traces import Loop, Phase, Recorder, Stream

_THREADS = 32


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
        if self._arrived[place] >= (threads // _THREADS or self.left[warp.block]):
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
