"""One multiprocessor's sub-partitions issuing the instructions of its resident warps.

Warps issue in order, each next one once its control code lets it (stall count, scoreboards), its
pipe is free and its registers can be read; of several a sub-partition takes the one that issued
last (`turns`; Huerta et al., "Analyzing Modern NVIDIA GPU Cores", 2025, have the youngest). One
that yields stands behind all others, one that found the memory queue full ahead of them, whoever
waits longest first.
When a result is there is known when its instruction issues, so that time goes from one issue to the
next and not cycle by cycle.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import UserError
from .barrier_model import Meetings
from .caches import Memory
from .constants import SUB_PARTITIONS
from .issue import CONTROL, FMA, GLOBAL, HALF, IMAD, PIPES, QUEUED, TENSOR, WGMMA, WIDEN, Issue
from .memory_pipeline import Requests
from .steady_state import Steady
from .warp_state import (  # fmt: skip
    BARRIER,
    BRANCH,
    CAUSES,
    FIXED,
    ISSUE,
    NEVER,
    NOT_SELECTED,
    PIPE,
    PORT,
    QUEUE,
    SCOREBOARD,
    Partition,
    Plan,
    Warp,
)
from .warp_traces import whole

_TMA = ("UTMALDG", "UTMASTG")
_SYNCHRONIZE = ("BAR", "LDGDEPBAR", "SYNCS", *_TMA)
# Instructions that are simulated of a launch at most: some 30 seconds.
MOST_SIMULATED = 3_000_000
# Reading the sources of an instruction that has a barrier for it, in its own pipe.
_READ = 6
# Beyond all times: what puts warps behind those of another rank.
_BEYOND = 1e12


class Multiprocessor:
    """Runs a plan's blocks, `resident` at a time.

    Afterwards `spent` has the cycles of all warps by instruction and cause, `blamed` those waited
    for scoreboards by instruction and the one waited for, `issued` how often each issued, `busy`
    the cycles of each pipe, `ends` when each block ended; passes that were not recorded included.
    """

    requests_type = Requests

    def __init__(self, plan: Plan, memory: Memory, resident: int) -> None:
        self.plan, self.chip, self.memory = plan, plan.chip, memory
        self.resident = resident
        self.requests = self.requests_type(plan, memory)
        self.parts = [Partition() for _ in range(SUB_PARTITIONS)]
        self.spent = [[0.0] * len(CAUSES) for _ in plan.codes]
        self.blamed: dict[tuple[int, int], float] = {}
        self.issued = [0] * len(plan.codes)
        self.ends: list[float] = []
        self.simulated = 0
        self._meetings = Meetings(plan, self._wake)
        self._next_block = 0
        self._count = len(plan.streams) // plan.warps_per_block
        self.skipped = 0.0
        self._steady = Steady(self)
        self._retired = -self.chip.retire

    # --- blocks -----------------------------------------------------------------------------------

    def run(self) -> float:
        """Cycles until the last block's end."""
        chip, warps = self.chip, self.plan.warps_per_block
        for slot in range(min(self.resident, self._count)):
            self._start(slot, slot * max(chip.start_interval, chip.start_warp * warps))
        first, *others = self.parts
        while True:
            part, time = first, first.next
            for one in others:
                if one.next < time:
                    part, time = one, one.next
            if time == NEVER:
                break
            part.next = self._turn(part, time)
            if self.simulated > MOST_SIMULATED:
                raise UserError(
                    f"no prediction: after {self.simulated:,} instructions of a multiprocessor its "
                    "passes are not steady yet"
                )
        for spent, count in zip(self.spent, self.issued, strict=True):
            spent[ISSUE] = count
        if any(self._meetings.left.values()):
            raise UserError("the model of time finds no way on: its warps wait for each other")
        return max(max(self.ends), self.memory.stored + self.skipped)

    def _start(self, slot: int, time: float) -> None:
        block, count = self._next_block, self.plan.warps_per_block
        self._next_block += 1
        self._meetings.left[block] = count
        for index in range(count):
            number = block * count + index
            begin = time + index * self.chip.start_warp
            warp = Warp(self.plan.streams[number], number, block, slot, begin)
            warp.part = (slot * count + index) % SUB_PARTITIONS
            warp.advance()
            self.parts[warp.part].warps.append(warp)
            self._wake(warp)

    def _wake(self, warp: Warp) -> None:
        """A warp may go on: its sub-partition looks again by then."""
        part = self.parts[warp.part]
        if warp.ready < part.next:
            part.next = max(warp.ready, part.blocked)

    def _leave(self, part: Partition, warp: Warp, now: float) -> None:
        part.warps.remove(warp)
        if part.last is warp:
            part.last = None
        slot, meetings = warp.slot, self._meetings
        meetings.leave(warp, now)
        if not meetings.left[warp.block]:
            # A multiprocessor ends one block after the other.
            self._retired = max(now, self._retired + self.chip.retire)
            self.ends.append(self._retired + self.skipped)
            if self._next_block < self._count:
                self._start(slot, self._retired + self.chip.turnover)

    @property
    def busy(self) -> list[float]:
        """Cycles for which each pipe of the sub-partitions was held."""
        busy = [0.0] * len(PIPES)
        for need, count in zip(self.plan.needs, self.issued, strict=True):
            if need.pipe not in (*QUEUED, CONTROL):
                busy[need.pipe] += count * need.interval
        return busy

    def warps(self) -> Iterator[Warp]:
        """Those that are resident."""
        return (warp for part in self.parts for warp in part.warps)

    # --- issue ------------------------------------------------------------------------------------

    def _turn(self, part: Partition, now: float) -> float:
        """Let a sub-partition issue, if one of its warps can; when it is to look again.

        A warp goes on alone as long as it may issue in every cycle and nobody else is concerned.
        """
        warp = part.held
        if warp is None:
            warp, soonest = self._choose(part, now)
            if warp is None:
                return soonest
        needs = self.plan.needs
        need, part.last = needs[warp.at], warp
        if need.reads and (held := self._ports(part, need)) > now:
            # The scheduler waits with the instruction that it has chosen.
            if part.held is None:
                part.held, warp.held = warp, now
            warp.reason, part.blocked = PORT, held
            return held
        part.held = None
        while need.plain:
            self._issue_plain(part, warp, need, now)
            now += 1
            if part.blocked > now:
                return part.blocked
            part.blocked = now
            if warp.ready > now:
                return now
            need = needs[warp.at]
            if (
                warp.rank
                or not need.plain
                or self._late(part, warp, need.pipe, now)
                or (need.reads and self._ports(part, need) > now)
            ):
                return now
        self._issue(part, warp, need, now)
        part.blocked = max(part.blocked, now + 1)
        return part.blocked

    def _choose(self, part: Partition, now: float) -> tuple[Warp | None, float]:
        """The warp to issue, or when one may be ready."""
        needs, soonest, last = self.plan.needs, NEVER, part.last
        goes_on = last is not None and last.rank <= 0 and last.ready <= now
        if goes_on and not self._late(part, last, needs[last.at].pipe, now):
            return last, now
        chosen, first = None, NEVER
        free: dict[int, float] = {}
        for warp in part.warps:
            ready = warp.ready
            if ready <= now:
                pipe = needs[warp.at].pipe
                known = free.get(pipe)
                if known is None:
                    known = free[pipe] = self._free(part, pipe, now)
                ready = known
                if ready <= now:
                    turn = warp.issued + warp.rank * _BEYOND if warp.rank else -warp.issued
                    if turn < first:
                        chosen, first = warp, turn
                    continue
                self._hold_up(warp, pipe)
            if ready < soonest:
                soonest = ready
        if chosen is not None:
            return chosen, now
        return None, soonest

    def _late(self, part: Partition, warp: Warp, pipe: int, now: float) -> bool:
        """Whether a warp's next instruction has to wait for its pipe."""
        if self._free(part, pipe, now) <= now:
            return False
        self._hold_up(warp, pipe)
        return True

    def _hold_up(self, warp: Warp, pipe: int) -> None:
        """A warp is ready, and its pipe or the queue before it is not."""
        if pipe in QUEUED:
            warp.reason, warp.rank = QUEUE, -1
        else:
            warp.reason = PIPE

    def _free(self, part: Partition, pipe: int, now: float) -> float:
        """The earliest that a pipe is free, or a place in the queue before it; `now` if it is."""
        if pipe == CONTROL:
            return now
        if pipe in QUEUED:
            queue, depth = part.queues[pipe], self.chip.queues[pipe == GLOBAL]
            while queue and queue[0] <= now:
                queue.popleft()
            return now if len(queue) < depth else queue[len(queue) - depth]
        free = part.free[pipe]
        if pipe == FMA:
            free = min(free, part.lite)
        elif pipe in (IMAD, WIDEN):
            free = part.free[FMA]
        elif pipe == HALF:
            free = max(part.free[FMA], part.lite)
        return free if free > now else now

    def _ports(self, part: Partition, need: Issue) -> float:
        """The earliest that an instruction's registers can be read."""
        even = part.even + need.even if need.even else 0.0
        odd = part.odd + need.odd if need.odd else 0.0
        return (even if even > odd else odd) - need.window

    def _issue_plain(self, part: Partition, warp: Warp, need: Issue, now: float) -> None:
        """An instruction that has no part in memory, barriers or scoreboards."""
        at, pipe = warp.at, need.pipe
        self.simulated += 1
        self.issued[at] += 1
        if now > warp.issued + 1:
            self._attribute(warp, self.spent[at], now)
        warp.issued, warp.rank = now, need.yields
        warp.issues += 1
        warp.reason = NOT_SELECTED
        if pipe == FMA:
            if part.lite <= now:
                part.lite = now + 2 * need.interval
            else:
                part.free[FMA] = now + 2 * need.interval
        elif pipe != CONTROL:
            self._hold(part, need, now)
        if need.even:
            part.even = (part.even if part.even > now else now) + need.even
        if need.odd:
            part.odd = (part.odd if part.odd > now else now) + need.odd
        warp.fixed = fixed = now + need.stall
        warp.at = following = at + 1
        if following >= warp.end:
            if not warp.advance():
                self._leave(part, warp, now)
                return
            if warp.at != following:
                self._branch(part, warp, now)
                if warp.crossed >= 0:
                    self._steady.crossed(warp, now)
            following = warp.at
        if self.plan.needs[following].waits:
            warp.wait(self.plan)
        else:
            warp.scoreboard = 0.0
            warp.ready = fixed if fixed > warp.branched else warp.branched

    def _issue(self, part: Partition, warp: Warp, need: Issue, now: float) -> None:
        """Any other instruction."""
        at, pipe = warp.at, need.pipe
        base = self.plan.codes[at].base
        self.simulated += 1
        self.issued[at] += 1
        if now > warp.issued + 1:
            self._attribute(warp, self.spent[at], now)
        warp.issued, warp.rank, warp.reason = now, need.yields, NOT_SELECTED
        warp.issues += 1
        warp.fixed = now + need.stall
        result, released, sleeps = now + need.latency, now + _READ, False
        if pipe in QUEUED:
            result, released = self.requests.issue(part, warp, now)
        elif pipe == WGMMA:
            result = self._multiply(part, warp, need, now)
        elif pipe != CONTROL:
            self._hold(part, need, now)
        if base in _TMA:
            released = now + self.chip.latencies["tma.read"]
        if base in _SYNCHRONIZE:
            sleeps, result = self._synchronize(base, warp, now, result)
        for number in need.write:
            warp.set(number, result, at)
        if need.read >= 0:
            warp.set(need.read, released, at)
        warp.at += 1
        if warp.at >= warp.end and not warp.advance():
            self._leave(part, warp, now)
        elif sleeps:
            warp.ready = NEVER
        else:
            jumps = warp.at != at + 1
            # Lanes that have met go on as if the warp had jumped there.
            if jumps or base == "BSYNC":
                self._branch(part, warp, now)
            if jumps and warp.crossed >= 0:
                self._steady.crossed(warp, now)
            warp.wait(self.plan)

    def _hold(self, part: Partition, need: Issue, now: float) -> None:
        """An instruction takes its pipe for a while."""
        pipe, until = need.pipe, now + need.interval
        part.free[FMA if pipe in (IMAD, WIDEN, HALF) else pipe] = until
        if pipe == HALF:
            part.lite = until

    def _branch(self, part: Partition, warp: Warp, now: float) -> None:
        """A branch that is taken holds up its warp, and the scheduler for less."""
        warp.branched = now + self.chip.branch
        part.blocked = now + self.chip.branch_interval

    def _attribute(self, warp: Warp, spent: list[float], now: float) -> None:
        """What the cycles since the warp's last issue went to, one cause after the other."""
        time = warp.issued + 1
        for cause, until in (
            (FIXED, warp.fixed),
            (BRANCH, warp.branched),
            (BARRIER, warp.barrier),
            (SCOREBOARD, warp.scoreboard),
        ):
            if until > time:
                until = min(until, now)
                spent[cause] += until - time
                if cause == SCOREBOARD:
                    key = warp.at, warp.blame
                    self.blamed[key] = self.blamed.get(key, 0.0) + until - time
                time = until
        if now > time:
            if warp.reason == PORT and warp.held > time:
                spent[NOT_SELECTED] += warp.held - time
                time = warp.held
            spent[warp.reason] += now - time

    # --- what concerns others ---------------------------------------------------------------------

    def _synchronize(self, base: str, warp: Warp, now: float, result: float) -> tuple[bool, float]:
        """Whether the warp has to wait for others, and when the instruction's result is there."""
        latencies = self.chip.latencies
        if base == "BAR":
            self._meetings.meet(warp, now)
            return False, result
        if base == "LDGDEPBAR":
            return False, max(warp.copies, now + 2)
        if base == "SYNCS":
            return self._meetings.mbarrier(warp, now), now + latencies["syncs"]
        place = warp.ordinal, warp.at, warp.number
        for phase, lines in self.plan.recorder.boxes.get(place, ()):
            if not phase:
                self.memory.store(now + latencies["tma"], whole(lines))
                continue
            done, _ = self.memory.load(now + latencies["tma"], lines, 0.0, cached=False)
            self._meetings.contribute(warp, phase, done)
        return False, now + _READ

    def _multiply(self, part: Partition, warp: Warp, need: Issue, now: float) -> float:
        """A warp's part of a wgmma: when it is done with its operands."""
        start = max(part.free[TENSOR], now)
        part.free[TENSOR] = done = start + need.interval
        # The next but one may be handed over.
        part.free[WGMMA] = max(now + 1, done - 2 * need.interval)
        if need.ends_group:
            warp.products.append(done + self.chip.latencies["wgmma"])
            del warp.products[:-16]
        return done
