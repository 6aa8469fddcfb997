"""Timeline: activity of warps and pipes of one SM, cycle by cycle, over part of its run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from ..isa.decoder import Code
from .caches import FROM_L2
from .constants import SUB_PARTITIONS
from .issue import CONTROL, DOUBLE, FMA, PIPES, QUEUED, TENSOR, WGMMA, IssueRequirements
from .memory_pipeline import KINDS, Requests
from .prediction import LaunchTime, Recording
from .sm import SM
from .warp_state import (
    BARRIER,
    BRANCH,
    FIXED,
    ISSUE,
    NEVER,
    NOT_SELECTED,
    QUEUE,
    SCOREBOARD,
    Partition,
    Warp,
)

(
    MULTIPLIES, ASKS, SHARES, OTHER,
    FOR_GLOBAL, FOR_SHARED, FOR_TENSOR, AT_BARRIER,
    FOR_COPY, FOR_PIPE, FOR_QUEUE, FOR_RESULT, FOR_ISSUE_SLOT,
) = range(13)  # fmt: skip
# Activities of a warp; the first four issue.
ACTIVITIES = (
    "multiplies", "loads from or stores to global memory", "uses shared memory or shuffles",
    "any other instruction", "waits for global memory", "waits for shared memory",
    "waits for tensor cores", "waits at a barrier", "waits for a copy (mbarrier)",
    "waits for a pipe or register port", "waits in front of the memory queue",
    "waits for an earlier result", "waits for an issue slot",
)  # fmt: skip
_SHARED = ("shared", "shuffle")
_MEMORY_PIPE, _ISSUE_SLOTS = "shared memory and L1", "issue"
# Longer iterations are avoided if there is a shorter loop; several short ones are shown.
_LONGEST, _SHORTEST = 1 << 13, 400
# Without a loop: cycles from the start.
_FROM_START = 1 << 12


class Span(NamedTuple):
    """An activity from one cycle to another; for warps `what` indexes ACTIVITIES and `at` is the
    instruction that issues or waits."""

    start: float
    end: float
    what: int = 0
    at: int = -1


class BackEdge(NamedTuple):
    """A back edge of a warp, from instruction `tail` to `head`."""

    time: float
    warp: int
    tail: int
    head: int


@dataclass(frozen=True)
class Timeline:
    """One SM from cycle `start` to `end`.

    `warps` are spans by block and warp within it. `pipes` are busy spans by name, for `units[name]`
    equal units, which may overlap. `under_way` are times during which bytes from beyond L1 are in
    flight, `barriers` completion times of block barriers. `loop` is the (first, last) instruction
    of the loop whose iterations begin at `passes`, None without a loop.
    """

    start: float
    end: float
    warps: Mapping[tuple[int, int], Sequence[Span]]
    pipes: Mapping[str, Sequence[Span]]
    units: Mapping[str, int]
    under_way: Sequence[tuple[float, float, float]]
    barriers: Sequence[tuple[float, int]]
    loop: tuple[int, int] | None
    passes: Sequence[float]


class _Watched(Requests):
    """Records memory-pipe occupancy and bytes in flight from beyond L1."""

    def watch(self) -> None:
        self.passes: list[Span] = []
        self.under_way: list[tuple[float, float, float]] = []

    def issue(self, part: Partition, warp: Warp, now: float) -> tuple[float, float]:
        moved, busy = self._memory.moved, self.busy[0]
        before = moved[FROM_L2]
        done, read = super().issue(part, warp, now)
        self.passes.append(Span(self.began, self.began + self.busy[0] - busy))
        if moved[FROM_L2] > before:
            self.under_way.append((now, done, moved[FROM_L2] - before))
        return done, read


class TracedSM(SM):
    """An SM that records what each warp does; `timeline` returns it afterwards."""

    requests_type = _Watched

    def __init__(self, *given) -> None:
        super().__init__(*given)
        self.requests.watch()
        self._spans: dict[tuple[int, int], list[Span]] = defaultdict(list)
        self._busy: dict[str, list[Span]] = defaultdict(list)
        self._barriers: list[tuple[float, int]] = []
        self._back_edges: list[BackEdge] = []
        # When blocks start and end.
        self._changes: list[float] = []
        self._met: dict[int, str] = {}
        self._tail = 0
        self._activities = [_activity(code, need.pipe) for code, need in self._program()]

    def _program(self) -> Iterable[tuple[Code, IssueRequirements]]:
        return zip(self.plan.codes, self.plan.needs, strict=True)

    # --- Recording --------------------------------------------------------------------------------

    def _start(self, slot: int, time: float) -> None:
        self._changes.append(time)
        super()._start(slot, time)

    def _leave(self, part: Partition, warp: Warp, now: float) -> None:
        self._changes.append(now)
        super()._leave(part, warp, now)

    def _issue_plain(
        self, part: Partition, warp: Warp, need: IssueRequirements, now: float
    ) -> None:
        self._note(warp, need, now)
        super()._issue_plain(part, warp, need, now)

    def _issue(self, part: Partition, warp: Warp, need: IssueRequirements, now: float) -> None:
        self._note(warp, need, now)
        super()._issue(part, warp, need, now)

    def _note(self, warp: Warp, need: IssueRequirements, now: float) -> None:
        self._tail = warp.at
        self._row(warp).append(Span(now, now + 1, self._activities[warp.at], warp.at))
        self._busy[_ISSUE_SLOTS].append(Span(now, now + 1))
        if need.pipe not in (CONTROL, *QUEUED, WGMMA):
            self._busy[PIPES[need.pipe]].append(Span(now, now + need.interval))

    def _row(self, warp: Warp) -> list[Span]:
        return self._spans[warp.block, warp.number % self.plan.warps_per_block]

    def _attribute(
        self,
        warp: Warp,
        spent: list[float],
        blamed: dict[tuple[int, int], float],
        now: float,
    ) -> None:
        before = list(spent)
        warp.attribute(spent, blamed, now)
        time, row = warp.issued + 1, self._row(warp)
        for cause in dict.fromkeys((FIXED, BRANCH, BARRIER, SCOREBOARD, NOT_SELECTED, warp.reason)):
            if took := spent[cause] - before[cause]:
                row.append(Span(time, time + took, self._waiting(warp, cause), warp.at))
                time += took

    def _waiting(self, warp: Warp, cause: int) -> int:
        if cause == BARRIER:
            return FOR_COPY if self._met.get(warp.number) == "SYNCS" else AT_BARRIER
        if cause == SCOREBOARD:
            if warp.blame < 0:
                return FOR_TENSOR
            activity = self._activities[warp.blame]
            waits = {ASKS: FOR_GLOBAL, SHARES: FOR_SHARED, MULTIPLIES: FOR_TENSOR}
            return waits.get(activity, FOR_RESULT)
        if cause in (FIXED, BRANCH):
            return FOR_RESULT
        if cause in (ISSUE, NOT_SELECTED):
            return FOR_ISSUE_SLOT
        if cause == QUEUE:
            return FOR_QUEUE
        pipe = self.plan.needs[warp.at].pipe
        return FOR_TENSOR if pipe in (WGMMA, TENSOR) else FOR_PIPE

    def _branch(self, part: Partition, warp: Warp, now: float) -> None:
        super()._branch(part, warp, now)
        if warp.at <= self._tail:
            self._back_edges.append(BackEdge(now, warp.number, self._tail, warp.at))

    def _synchronize(self, base: str, warp: Warp, now: float, result: float) -> tuple[bool, float]:
        before = self.memory.moved[FROM_L2]
        sleeps, result = super()._synchronize(base, warp, now, result)
        if base in ("BAR", "SYNCS"):
            self._met[warp.number] = base
        if base == "BAR" and now < warp.met < NEVER:
            self._barriers.append((warp.met, warp.block))
        fetched = self.memory.moved[FROM_L2] - before
        if fetched:
            self.requests.under_way.append((now, self.memory.latest, fetched))
        return sleeps, result

    def _multiply(self, part: Partition, warp: Warp, need: IssueRequirements, now: float) -> float:
        done = super()._multiply(part, warp, need, now)
        self._busy[PIPES[WGMMA]].append(Span(done - need.interval, done))
        return done

    # --- Result -----------------------------------------------------------------------------------

    def timeline(self, cycles: float | None = None) -> Timeline:
        """Iterations of a loop in steady state, or `cycles` cycles from there on."""
        start, end, loop, begins = _window(self._back_edges, self._changes)
        if loop is None:
            last = max(span.end for spans in self._spans.values() for span in spans)
            end = min(_FROM_START, last)
        if cycles is not None:
            end = start + cycles
        rows = {
            key: sorted(_within(spans, start, end)) for key, spans in sorted(self._spans.items())
        }
        busy = {**self._busy, _MEMORY_PIPE: self.requests.passes}
        units = {name: 1 if name == _MEMORY_PIPE else SUB_PARTITIONS for name in busy}
        order = (_ISSUE_SLOTS, *PIPES, _MEMORY_PIPE)
        pipes = {name: _within(busy[name], start, end) for name in order if name in busy}
        return Timeline(
            start=start,
            end=end,
            warps={key: spans for key, spans in rows.items() if spans},
            pipes={name: spans for name, spans in pipes.items() if spans},
            units=units,
            under_way=[
                request
                for request in self.requests.under_way
                if request[0] < end and request[1] > start
            ],
            barriers=[event for event in self._barriers if start <= event[0] < end],
            loop=loop,
            passes=[time for time in begins if start <= time <= end],
        )


def longest(
    recordings: Iterable[Recording], cycles: float | None = None
) -> tuple[LaunchTime, Timeline]:
    """The longest launch and its timeline; raises as `Recording.simulate`."""
    ran: list[TracedSM] = []

    def watched(*given) -> TracedSM:
        ran.append(TracedSM(*given))
        return ran[-1]

    # A launch that is simulated twice counts the second time.
    done = [(launch.simulate(watched), ran[-1]) for launch in recordings]
    launch, on = max(done, key=lambda item: item[0].us)
    return launch, on.timeline(cycles)


def _activity(code: Code, pipe: int) -> int:
    """The activity of a warp that issues an instruction."""
    if pipe in (FMA, TENSOR, WGMMA, DOUBLE):
        return MULTIPLIES
    if code.row.access in KINDS:
        return SHARES if KINDS[code.row.access][0] in _SHARED else ASKS
    copies = code.base == "LDGDEPBAR" or code.row.result == "tma"
    return ASKS if copies else OTHER


def _within(spans: Iterable[Span], start: float, end: float) -> list[Span]:
    return [
        span._replace(start=max(span.start, start), end=min(span.end, end))
        for span in spans
        if span.start < end and span.end > start
    ]


def _window(
    back_edges: Iterable[BackEdge], changes: Sequence[float]
) -> tuple[float, float, tuple[int, int] | None, Sequence[float]]:
    """Start, end, loop and iteration starts of the part to show.

    Among loops with at least three iterations of one warp, the longest below _LONGEST cycles per
    iteration; of its iterations the most typical one in which no block starts or ends, and further
    ones if they are short.
    """
    times: dict[tuple[int, int], dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for edge in back_edges:
        times[edge.head, edge.tail][edge.warp].append(edge.time)
    loops = {
        loop: durations
        for loop, of_warps in times.items()
        if (
            durations := [passes for begins in of_warps.values() for passes in pairwise(begins)][1:]
        )
    }
    if not loops:
        return 0.0, 0.0, None, ()
    usual = {
        loop: median(end - start for start, end in durations) for loop, durations in loops.items()
    }
    short_enough = [loop for loop in loops if usual[loop] <= _LONGEST]
    loop = max(short_enough, key=usual.get) if short_enough else min(loops, key=usual.get)
    start, end = min(loops[loop], key=lambda item: _unusual(*item, usual[loop], changes))
    begins = next(row for row in times[loop].values() if start in row)
    enough = (time for time in begins if time >= end and time - start >= _SHORTEST)
    return start, next(enough, max(begins)), loop, begins


def _unusual(start: float, end: float, usual: float, changes: Sequence[float]) -> tuple[int, float]:
    """Blocks that start or end during an iteration, and deviation from the usual time."""
    return sum(start < time < end for time in changes), abs(end - start - usual)
