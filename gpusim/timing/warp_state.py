"""What a model of time keeps of each warp and each sub-partition."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..isa.operands import Code
from .constants import Constants
from .issue import PIPES, QUEUED, Issue
from .warp_traces import Loop, Recorder, Stream

# Why a warp does not issue.
ISSUE, FIXED, BRANCH, SCOREBOARD, BARRIER, PIPE, PORT, QUEUE, NOT_SELECTED = range(9)
CAUSES = (
    "issue", "fixed latency", "branch", "scoreboard", "barrier", "pipe", "register port",
    "memory queue", "not selected",
)  # fmt: skip
SCOREBOARDS = 6
NEVER = float("inf")
# Results under way that a wait for all but so many can ask for.
_KEPT = 64


@dataclass(frozen=True)
class Plan:
    """What the blocks of a kernel do, as recorded: a stream for each warp, block after block."""

    codes: tuple[Code, ...]
    needs: Sequence[Issue]
    recorder: Recorder
    streams: Sequence[Stream]
    warps_per_block: int
    chip: Constants


class Warp:
    """Where a warp is on its way, and what it waits for before its next instruction.

    `fixed`, `branched`, `scoreboard` and `barrier` are the cycles from which on each lets it go,
    `ready` the last of them; `met` is when its last BAR is over, `held` since when its scheduler
    waits for registers with it. Passes of a loop that were not recorded are those that were, taken
    up again: `left` has how many are left by loop, `replays` how many there were of each that it is
    in, `turned` of all that are over, and of those of loops that only others are in, as far as it
    has waited for them; `crossed` is the loop whose next pass has just begun,
    `latest` the last one that was.
    """

    __slots__ = (
        "at", "barrier", "blame", "block", "branched", "copies", "crossed", "end", "fixed",
        "held", "issued", "issues", "latest", "left", "met", "number", "ordinal", "own",
        "part", "passes", "products", "rank", "ready", "reason", "replays", "scoreboard",
        "scoreboards", "segment", "setters", "slot", "stream", "times", "turned",
    )  # fmt: skip

    def __init__(self, stream: Stream, number: int, block: int, slot: int, time: float) -> None:
        self.stream, self.number, self.block, self.slot = stream, number, block, slot
        self.part = 0
        self.segment, self.at, self.end, self.ordinal = -1, 0, 0, 0
        self.left: dict[int, int] = {}
        self.replays: dict[Loop, int] = {}
        self.crossed = self.latest = -1
        # Instructions issued; of each loop how many by its last beginning, and in a pass.
        self.issues = 0
        self.passes: dict[int, tuple[int, int]] = {}
        self.turned: dict[int, int] = {}
        self.own = {loop.number for loops in stream.loops.values() for loop in loops}
        self.ready = self.fixed = self.branched = self.scoreboard = self.barrier = time
        self.met = self.held = time
        self.issued, self.reason = time - 1, NOT_SELECTED
        # Of warps that can go those of the lowest rank go first: of 0 the one that issued last, of
        # others the longest waiting.
        self.rank = 1
        # Of each scoreboard barrier when it is released, by which instruction, and all times.
        self.scoreboards = [0.0] * SCOREBOARDS
        self.setters = [-1] * SCOREBOARDS
        self.times: list[list[float]] = [[] for _ in range(SCOREBOARDS)]
        self.blame = -1
        self.copies = 0.0
        self.products: list[float] = []

    def advance(self) -> bool:
        """To the next segment of the warp's way; False at its end."""
        self.segment += 1
        if self.segment in self.stream.loops:
            self._turn()
        if self.segment >= len(self.stream.segments):
            return False
        self.ordinal, self.at, self.end = self.stream.segments[self.segment]
        return True

    def _turn(self) -> None:
        """At the end of recorded passes: once more, if there are passes left."""
        for loop in self.stream.loops[self.segment]:
            left = self.left.pop(loop.number, loop.times)
            if left > 0:
                self.left[loop.number] = left - 1
                self.replays[loop] = self.replays.get(loop, 0) + 1
                self.turned[loop.number] = self.turned.get(loop.number, 0) + 1
                self.crossed = self.latest = loop.number
                self.segment = loop.start
                begun, _ = self.passes.get(loop.number, (self.issues, 0))
                self.passes[loop.number] = self.issues, self.issues - begun
                return
            self.passes.pop(loop.number, None)
            self.replays.pop(loop, None)

    def learn(self, turned: Mapping[int, int]) -> None:
        """Others whom it waited for had taken up passes again so often, of its loops and others."""
        for loop, times in turned.items():
            if loop not in self.own and times > self.turned.get(loop, 0):
                self.turned[loop] = times

    def set(self, number: int, time: float, at: int) -> None:
        """An instruction will release a scoreboard barrier."""
        if time > self.scoreboards[number]:
            self.scoreboards[number] = time
            self.setters[number] = at
        times = self.times[number]
        times.append(max(time, times[-1]) if times else time)
        if len(times) > _KEPT:
            del times[: _KEPT // 2]

    def wait(self, plan: Plan) -> None:
        """Find out when the next instruction may issue."""
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
        self.ready = max(self.fixed, self.branched, latest, self.barrier)


class Partition:
    """A sub-partition: its warps, and when each pipe is free."""

    def __init__(self) -> None:
        self.warps: list[Warp] = []
        self.free = [0.0] * len(PIPES)
        # The half of the FMA pipe that has no integer multiplication.
        self.lite = 0.0
        # When each register bank has given what was asked of it, one register a cycle.
        self.even = self.odd = 0.0
        # When memory instructions leave their queue before the memory pipe.
        self.queues: dict[int, deque[float]] = {pipe: deque() for pipe in QUEUED}
        self.addresses = 0.0
        # What the next memory instruction waits beyond that, if it is no copy.
        self.turning = 0.0
        # When the last result from shared memory is in its registers.
        self.written = 0.0
        self.last: Warp | None = None
        # The warp whose instruction waits for its registers.
        self.held: Warp | None = None
        self.next = NEVER
        self.blocked = 0.0
