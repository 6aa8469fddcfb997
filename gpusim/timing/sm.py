"""One SM: four sub-partitions that issue the instructions of their resident warps.

A warp issues in order. Its next instruction is eligible once its control code allows it (stall
count, scoreboard barriers), its pipe is free and its registers can be read. Warp scheduling is
greedy-then-youngest (Huerta et al., "Analyzing Modern NVIDIA GPU Cores", 2025; `turns` of
`benchmarks.chip`): the warp that issued last continues while it is eligible. It deviates thus:

- Otherwise the eligible warp that issued most recently is selected, not the one started last.
- A warp whose last instruction has the yield bit, or that has not issued yet, is selected after
  all others; among several, the one that has waited longest.
- A warp that stalled on a full memory queue is selected before all others; longest waiting first.

The time of a result is known when its instruction issues, so the model advances from issue to
issue, not cycle by cycle.

Once the iterations of the loop that all resident warps execute take as long as the previous ones,
the following iterations are skipped (`SteadyStateDetector`): time advances by their duration, and
all counters by the increments of the last iterations.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from ..errors import UserError
from ..isa.opcodes import with_role
from .caches import Memory
from .constants import SUB_PARTITIONS
from .issue import (
    ALU,
    CONTROL,
    FMA,
    GLOBAL,
    MEMORY,
    PIPES,
    QUEUED,
    TENSOR,
    WGMMA,
    IssueRequirements,
)
from .memory_pipeline import Requests
from .warp_state import (
    CAUSES,
    ISSUE,
    NEVER,
    NOT_SELECTED,
    PIPE,
    PORT,
    QUEUE,
    BarrierModel,
    Partition,
    Plan,
    Warp,
)
from .warp_traces import whole

# Instructions of all warps between compared snapshots, and the largest number of iterations; their
# tolerated relative difference; iterations, or instructions, after which the average is used.
_INSTRUCTIONS, _ITERATIONS, _APART, _MOST, _ENOUGH = 20_000, 4, 0.03, 12, 200_000
# With fewer remaining iterations, all are simulated.
_FEWEST = 3


class SteadyStateDetector:
    """Observes the beginnings of loop iterations on an SM."""

    def __init__(self, sm: SM) -> None:
        self._sm = sm
        # By loop: the observed warp, and snapshots at its iteration starts.
        self._watched: dict[int, Warp] = {}
        self._history: dict[int, list[tuple[float, list, dict[int, tuple[int, int]], int]]] = {}

    def iteration_began(self, warp: Warp, now: float) -> None:
        """A warp begins another iteration of a loop."""
        sm, loop = self._sm, warp.crossed
        warp.crossed = -1
        watched = self._watched.get(loop)
        if watched is None or loop not in watched.left:
            self._watched[loop] = watched = warp
            self._history[loop] = []
        if watched is not warp:
            return
        history = self._history[loop]
        del history[: -2 * _MOST]
        # Warps of another block may be in a different loop.
        issues = {
            warp.number: (loop if loop in warp.left else warp.latest, warp.issues)
            for warp in sm.warps()
        }
        history.append((now + sm.skipped, self._counts(), issues, sm.simulated))
        if len(history) < 3:
            return
        each = max(1, sm.simulated - history[-2][3])
        iterations = max(1, min(_ITERATIONS, _INSTRUCTIONS // each))
        if len(history) < 2 * iterations + 1:
            return
        last, middle, first = (history[-1 - back * iterations][0] for back in range(3))
        if abs(last - 2 * middle + first) > _APART * (last - middle):
            if len(history) < max(2 * iterations + 1, min(_MOST, _ENOUGH // each)):
                return
            # No steady state: use the average.
            iterations = len(history) // 2
        before, after = history[-1 - iterations], history[-1]
        done = {warp: _iterations(warp, before[2], issues) for warp in sm.warps()}
        if not all(count for _, count in done.values()):
            return
        # Warps of one loop advance together; differences of a few iterations even out.
        counts: dict[int, list[float]] = {}
        for own, count in done.values():
            counts.setdefault(own, []).append(count)
        means = {own: statistics.mean(those) for own, those in counts.items()}
        times = min(warp.left.get(own, 0) / means[own] for warp, (own, _) in done.items())
        if times * iterations < _FEWEST:
            return
        for member, (own, _) in done.items():
            member.left[own] -= min(member.left[own], round(times * means[own]))
        sm.skipped += times * (after[0] - before[0])
        self._add(before[1], after[1], times)
        history.clear()

    def _counts(self) -> list:
        sm = self._sm
        return [
            [list(row) for row in sm.spent],
            dict(sm.blamed),
            list(sm.issued),
            list(sm.requests.busy),
            list(sm.memory.moved),
        ]

    def _add(self, before: list, after: list, times: float) -> None:
        """Add the increments between two snapshots `times` more times."""
        sm = self._sm
        for row, old, new in zip(sm.spent, before[0], after[0], strict=True):
            for cause, (least, most) in enumerate(zip(old, new, strict=True)):
                if most > least:
                    row[cause] += times * (most - least)
        for key, most in after[1].items():
            sm.blamed[key] += times * (most - before[1].get(key, 0.0))
        lists = (sm.issued, sm.requests.busy, sm.memory.moved)
        for row, old, new in zip(lists, before[2:], after[2:], strict=True):
            for reason, (least, most) in enumerate(zip(old, new, strict=True)):
                row[reason] += times * (most - least)


def _iterations(
    warp: Warp, before: dict[int, tuple[int, int]], now: dict[int, tuple[int, int]]
) -> tuple[int, float]:
    """The loop that a warp was in at both snapshots, and its (fractional) iterations since."""
    loop, issues = before.get(warp.number, (-1, 0))
    _, each = warp.iterations.get(loop, (0, 0))
    if not each or now[warp.number][0] != loop:
        return loop, 0.0
    return loop, (warp.issues - issues) / each


_TMA, _SYNCHRONIZE = ("UTMALDG", "UTMASTG", "UTMAREDG", "UBLKCP", "UBLKRED"), with_role("waits")
# Instructions with a special rule in the model.
_SPECIAL = {*_TMA, *_SYNCHRONIZE, "BSYNC"}
# Limit of simulated instructions per launch: about 30 seconds.
MOST_SIMULATED = 3_000_000
# Cycles until the sources of an instruction outside the memory pipe are read.
_READ = 6
# Larger than any time: separates scheduling priorities.
_BEYOND = 1e12


class SM:
    """Runs a plan's blocks, `resident` at a time.

    Afterwards `spent` holds warp cycles by instruction and stall reason, `blamed` scoreboard stalls
    by (instruction, awaited instruction), `issued` issue counts, `busy` cycles of each pipe, `ends`
    the end of each block; iterations that were not recorded are included.
    """

    requests_type = Requests

    def __init__(self, plan: Plan, memory: Memory, resident: int) -> None:
        self.plan, self.chip, self.memory = plan, plan.chip, memory
        self._needs, self._pipes = plan.needs, [need.pipe for need in plan.needs]
        self._bases = [code.base if code.base in _SPECIAL else "" for code in plan.codes]
        self.resident = resident
        self.requests = self.requests_type(plan, memory)
        self.parts = [Partition() for _ in range(SUB_PARTITIONS)]
        self.spent = [[0.0] * len(CAUSES) for _ in plan.codes]
        self.blamed: dict[tuple[int, int], float] = {}
        self.issued = [0] * len(plan.codes)
        self.ends: list[float] = []
        self.simulated = 0
        self._barrier_model = BarrierModel(plan, self._wake)
        self._next_block = 0
        self._count = len(plan.streams) // plan.warps_per_block
        self.skipped = 0.0
        self._steady_state = SteadyStateDetector(self)
        self._retired = -self.chip.retire

    # --- blocks -----------------------------------------------------------------------------------

    def run(self) -> float:
        chip, warps = self.chip, self.plan.warps_per_block
        for slot in range(min(self.resident, self._count)):
            self._start(slot, slot * max(chip.start_interval, chip.start_warp * warps))
        first, *others = self.parts
        while True:
            part, time = first, first.next
            for other in others:
                if other.next < time:
                    part, time = other, other.next
            if time == NEVER:
                break
            part.next = self._issue_cycle(part, time)
            if self.simulated > MOST_SIMULATED:
                raise UserError(
                    f"no prediction: no steady state after {self.simulated:,} instructions of an SM"
                )
        for spent, count in zip(self.spent, self.issued, strict=True):
            spent[ISSUE] = count
        if any(self._barrier_model.left.values()):
            raise UserError("no prediction: deadlock in the timing model")
        return max(max(self.ends), self.memory.stored + self.skipped)

    def _start(self, slot: int, time: float) -> None:
        block, count = self._next_block, self.plan.warps_per_block
        self._next_block += 1
        self._barrier_model.left[block] = count
        for index in range(count):
            number = block * count + index
            begin = time + index * self.chip.start_warp
            warp = Warp(self.plan.streams[number], number, block, slot, begin)
            warp.part = (slot * count + index) % SUB_PARTITIONS
            warp.advance()
            self.parts[warp.part].warps.append(warp)
            self._wake(warp)

    def _wake(self, warp: Warp) -> None:
        part = self.parts[warp.part]
        if warp.ready <= part.next:
            # It may take precedence over the selected warp.
            part.next, part.selected = max(warp.ready, part.blocked), None

    def _leave(self, part: Partition, warp: Warp, now: float) -> None:
        part.warps.remove(warp)
        if part.last is warp:
            part.last = None
        self._barrier_model.leave(warp, now)
        if not self._barrier_model.left[warp.block]:
            # Blocks of an SM retire one after the other.
            self._retired = max(now, self._retired + self.chip.retire)
            self.ends.append(self._retired + self.skipped)
            if self._next_block < self._count:
                self._start(warp.slot, self._retired + self.chip.turnover)

    @property
    def busy(self) -> list[float]:
        """Cycles for which each pipe was occupied."""
        busy = [0.0] * len(PIPES)
        for need, count in zip(self.plan.needs, self.issued, strict=True):
            if need.pipe not in (*QUEUED, CONTROL):
                busy[need.pipe] += count * need.interval
        return busy

    def warps(self) -> Iterator[Warp]:
        return (warp for part in self.parts for warp in part.warps)

    # --- issue ------------------------------------------------------------------------------------

    def _issue_cycle(self, part: Partition, now: float) -> float:
        """Issue one warp's instructions in a sub-partition; returns when to examine it again.

        A warp continues alone while it can issue in every cycle without affecting others.
        """
        warp = part.held or part.selected
        if warp is None:
            soonest, warp = self._select_warp(part, now), part.selected
            if warp is None:
                return soonest
        needs, part.selected = self._needs, None
        need, part.last = needs[warp.at], warp
        if need.reads and (held := part.ports(need)) > now:
            # The scheduler stalls with the selected warp.
            if part.held is None:
                part.held, warp.held = warp, now
            warp.reason, part.blocked = PORT, held
            return held
        part.held = None
        while need.plain:
            self._issue_plain(part, warp, need, now)
            now += need.cost
            if part.blocked > now:
                break
            part.blocked = now
            if warp.ready > now:
                break
            need = needs[warp.at]
            if (
                warp.scheduling_priority
                or not need.plain
                or part.free[need.pipe] > now
                or (need.reads and part.ports(need) > now)
            ):
                break
        else:
            self._issue(part, warp, need, now)
            if part.blocked <= now:
                part.blocked = now + need.cost
        return self._select_warp(part, part.blocked)

    def _select_warp(self, part: Partition, now: float) -> float:
        """Select the warp to issue; returns `now`, or without one when a warp may be eligible."""
        pipes, soonest, last, free = self._pipes, NEVER, part.last, part.free
        goes_on = last is not None and last.scheduling_priority <= 0 and last.ready <= now
        if goes_on:
            pipe = pipes[last.at]
            if (self._queue_free(part, pipe, now) if pipe in QUEUED else free[pipe]) <= now:
                part.selected = last
                return now
        chosen, first, checked = None, NEVER, -1
        for warp in part.warps:
            ready = warp.ready
            if ready > now:
                if ready < soonest:
                    soonest = ready
                continue
            pipe = pipes[warp.at]
            if pipe >= MEMORY and pipe != checked and pipe in QUEUED:
                free[pipe] = self._queue_free(part, pipe, now)
                checked = pipe
            ready = free[pipe]
            if ready <= now:
                priority = warp.scheduling_priority
                order = warp.issued + priority * _BEYOND if priority else -warp.issued
                if order < first:
                    chosen, first = warp, order
                continue
            if pipe >= MEMORY:
                warp.reason, warp.scheduling_priority = QUEUE, -1
            else:
                warp.reason = PIPE
            if ready < soonest:
                soonest = ready
        part.selected = chosen
        return soonest if chosen is None else now

    def _queue_free(self, part: Partition, pipe: int, now: float) -> float:
        """When an entry of a memory queue is free."""
        queue, depth = part.queues[pipe], self.chip.queues[pipe == GLOBAL]
        while len(queue) >= depth:
            if queue[0] > now:
                return queue[len(queue) - depth]
            queue.popleft()
        return now

    def _issue_plain(
        self, part: Partition, warp: Warp, need: IssueRequirements, now: float
    ) -> None:
        """Issue an instruction without memory access, barrier or scoreboard."""
        at, pipe = warp.at, need.pipe
        self.simulated += 1
        self.issued[at] += 1
        if now > warp.issued + 1:
            self._attribute(warp, self.spent[at], self.blamed, now)
        warp.issued, warp.scheduling_priority = now, need.yields
        warp.issues += 1
        warp.reason = NOT_SELECTED
        if pipe == ALU:
            part.free[ALU] = now + need.interval
        elif pipe == FMA:
            part.multiply(now, now + 2 * need.interval)
        elif pipe != CONTROL:
            part.hold(need, now)
        if reads := need.even:
            part.even = (part.even if part.even > now else now) + reads
        if reads := need.odd:
            part.odd = (part.odd if part.odd > now else now) + reads
        warp.fixed = fixed = now + need.stall
        warp.at = following = at + 1
        if following >= warp.end:
            if not warp.advance():
                self._leave(part, warp, now)
                return
            if warp.at != following:
                self._branch(part, warp, now)
                if warp.crossed >= 0:
                    self._steady_state.iteration_began(warp, now)
            following = warp.at
        if self._needs[following].waits:
            warp.wait(self.plan)
        else:
            warp.scoreboard = 0.0
            warp.ready = fixed if fixed > warp.branched else warp.branched

    def _issue(self, part: Partition, warp: Warp, need: IssueRequirements, now: float) -> None:
        pc, pipe = warp.at, need.pipe
        base = self._bases[pc]
        self.simulated += 1
        self.issued[pc] += 1
        if now > warp.issued + 1:
            self._attribute(warp, self.spent[pc], self.blamed, now)
        warp.issued, warp.scheduling_priority, warp.reason = now, need.yields, NOT_SELECTED
        warp.issues += 1
        warp.fixed = now + need.stall
        result, released, sleeps = now + need.latency, now + _READ, False
        if pipe in QUEUED:
            result, released = self.requests.issue(part, warp, now)
        elif pipe == WGMMA:
            result = self._multiply(part, warp, need, now)
        elif pipe != CONTROL:
            part.hold(need, now)
        if base:
            if base in _TMA:
                released = now + self.chip.latencies["tma.read"]
            if base in _SYNCHRONIZE:
                sleeps, result = self._synchronize(base, warp, now, result)
        if need.cost < 1:
            result, released = (now + (time - now) * need.cost for time in (result, released))
        for number in need.write:
            warp.set(number, result, pc)
        if need.read >= 0:
            warp.set(need.read, released, pc)
        warp.at += 1
        if warp.at >= warp.end and not warp.advance():
            self._leave(part, warp, now)
        elif sleeps:
            warp.ready = NEVER
        else:
            jumps = warp.at != pc + 1
            # Reconvergence costs as much as a taken branch.
            if jumps or base == "BSYNC":
                self._branch(part, warp, now)
            if jumps and warp.crossed >= 0:
                self._steady_state.iteration_began(warp, now)
            warp.wait(self.plan)

    def _branch(self, part: Partition, warp: Warp, now: float) -> None:
        """A taken branch delays its warp, and the scheduler for less."""
        warp.branched = now + self.chip.branch
        part.blocked = now + self.chip.branch_interval

    # Attributes the cycles since a warp's last issue to stall reasons.
    _attribute = staticmethod(Warp.attribute)

    # --- Barriers and tensor cores ----------------------------------------------------------------

    def _synchronize(self, base: str, warp: Warp, now: float, result: float) -> tuple[bool, float]:
        """(whether the warp has to wait for others, time of the instruction's result)."""
        latencies = self.chip.latencies
        if base == "BAR":
            self._barrier_model.arrive(warp, now)
            return False, result
        if base == "LDGDEPBAR":
            return False, max(warp.copies, now + 2)
        if base == "SYNCS":
            return self._barrier_model.mbarrier(warp, now), now + latencies["syncs"]
        if base == "ARRIVES":
            self._barrier_model.arrive_at_mbarrier(warp, max(warp.copies, now + latencies["syncs"]))
            return False, result
        place = warp.ordinal, warp.at, warp.number
        for phase, lines, move in self.plan.recorder.boxes.get(place, ()):
            if not phase:
                self.memory.store(now + latencies["tma"], whole(lines), move)
                continue
            done, _ = self.memory.load(now + latencies["tma"], lines, 0.0, move, cached=False)
            self._barrier_model.contribute(warp, phase, done)
        return False, now + _READ

    def _multiply(self, part: Partition, warp: Warp, need: IssueRequirements, now: float) -> float:
        """Issue a warp's part of a wgmma; returns when its operands have been read."""
        start = max(part.free[TENSOR], now)
        part.free[TENSOR] = done = start + need.interval
        # Two wgmma may be queued.
        part.free[WGMMA] = max(now + 1, done - 2 * need.interval)
        if need.ends_group:
            warp.products.append(done + self.chip.latencies["wgmma"])
            del warp.products[:-16]
        return done
