"""Warps that wait for each other: barriers of a block, and mbarriers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from .warp_state import NEVER, Plan, Warp
from .warp_traces import Loop, Phase, Recorder, Stream

_THREADS = 32


class Meetings:
    """Who waits at which barrier; `wake` is called for a warp that may go on."""

    def __init__(self, plan: Plan, wake: Callable[[Warp], None]) -> None:
        self._plan, self._wake = plan, wake
        self._latencies = plan.chip.latencies
        self._latency, self._interval = plan.chip.barrier
        self._barriers_free = 0.0
        self.left: dict[int, int] = {}
        # How many have arrived at each barrier of each block, and those of them that wait.
        self._arrived: Counter[tuple[int, int]] = Counter()
        self._waiting: dict[tuple[int, int], list[Warp]] = {}
        # What each recorded phase of an mbarrier takes; of those met what they still lack, when
        # the last of it comes, and who waits.
        self._wanted: Counter[Phase] = Counter()
        self._lacking: dict[Phase, int] = {}
        self._over: dict[Phase, float] = {}
        self._asleep: dict[Phase, list[Warp]] = {}
        # How often those who arrived had taken up each loop's passes again.
        self._turned: dict[Phase, dict[int, int]] = {}
        for phases in plan.recorder.arrivals.values():
            self._wanted.update(phases)
        for boxes in plan.recorder.boxes.values():
            self._wanted.update(phase for phase, _ in boxes if phase)
        self._steps = _phases_of_a_pass(plan.recorder, plan.streams)

    def meet(self, warp: Warp, now: float) -> None:
        """BAR: the warp may have to wait for others before an instruction that has to."""
        code = self._plan.codes[warp.at]
        first, *rest = code.operands
        place = warp.block, int(first.value) if first.kind == "immediate" else 0
        waiting = self._waiting.setdefault(place, [])
        self._arrived[place] += 1
        if not code.has("ARV"):
            waiting.append(warp)
            warp.met = NEVER
        # Arrivals of all warps are taken one after the other.
        self._barriers_free = max(self._barriers_free, now) + self._interval
        count = self.left[warp.block]
        if rest and rest[0].kind == "immediate":
            count = int(rest[0].value) // _THREADS
        if self._arrived[place] >= count:
            self._let_go(place, self._barriers_free + self._latency)

    def _let_go(self, place: tuple[int, int], time: float) -> None:
        self._arrived[place] = 0
        for warp in self._waiting.pop(place, ()):
            warp.met = time
            if warp.ready == NEVER:
                self._go_on(warp, time)

    def _go_on(self, warp: Warp, time: float) -> None:
        warp.barrier = time
        warp.wait(self._plan)
        self._wake(warp)

    def leave(self, warp: Warp, now: float) -> None:
        """A warp of a block ends; the others may have waited for no one else."""
        self.left[warp.block] -= 1
        for place, arrived in self._arrived.items():
            if place[0] == warp.block and arrived and arrived >= self.left[warp.block]:
                self._let_go(place, now + self._latency)

    def mbarrier(self, warp: Warp, now: float) -> bool:
        """SYNCS: whether the warp has to wait."""
        code = self._plan.codes[warp.at]
        place = warp.ordinal, warp.at, warp.number
        recorder = self._plan.recorder
        if code.has("ARRIVE"):
            for phase in recorder.arrivals.get(place, ()):
                self.contribute(warp, phase, now + self._latencies["syncs"])
        if not code.has("PHASECHK") or place not in recorder.waits:
            return False
        phase = self._now(warp, recorder.waits[place])
        if self._lacking[phase]:
            self._asleep.setdefault(phase, []).append(warp)
            return True
        warp.learn(self._turned.get(phase, {}))
        warp.barrier = max(now, self._over.get(phase, now))
        return False

    def _now(self, warp: Warp, recorded: Phase) -> Phase:
        """The phase that a warp means: recorded ones move on with every pass taken up again."""
        block, column, number = recorded
        for loop, turned in warp.turned.items():
            number += turned * self._steps.get((loop, block, column), 0)
        phase = block, column, number
        self._lacking.setdefault(phase, self._wanted[recorded])
        return phase

    def contribute(self, warp: Warp, recorded: Phase, time: float) -> None:
        """An arrival at an mbarrier, or bytes that it waits for, at a time."""
        phase = self._now(warp, recorded)
        self._lacking[phase] -= 1
        self._over[phase] = done = max(time, self._over.get(phase, 0.0))
        turned = self._turned.setdefault(phase, {})
        for loop, times in warp.turned.items():
            turned[loop] = max(times, turned.get(loop, 0))
        if not self._lacking[phase]:
            for one in self._asleep.pop(phase, ()):
                one.learn(turned)
                self._go_on(one, done)


def _phases_of_a_pass(
    recorder: Recorder, streams: Sequence[Stream]
) -> dict[tuple[int, int, int], int]:
    """How many phases each mbarrier of each block goes through in the passes of a loop."""
    steps = {}
    loops = {
        one for stream in streams for ended in stream.loops.items() for one in _ends(*ended, stream)
    }
    for (ordinal, at, warp), (block, column, phase) in recorder.waits.items():
        for number, first, end, segments in loops:
            if first <= ordinal < end:
                before = recorder.waits.get((ordinal - segments, at, warp))
                if before:
                    steps[number, block, column] = phase - before[2]
    return steps


def _ends(after: int, loops: list[Loop], stream: Stream) -> Iterator[tuple[int, int, int, int]]:
    """The loops with their first segment of the run, and one past the last."""
    for loop in loops:
        end = stream.segments[after - 1][0] + 1
        yield loop.number, end - loop.segments, end, loop.segments
