"""Why one kernel takes longer than another: which of its properties cost how much.

Both kernels are recorded. Properties of the faster one (occupancy, wavefronts, ...) are
transplanted into the recording of the slower one, which is simulated again. The instruction order
and the waits that follow from it cannot be transplanted: they get what remains when all properties
in which the faster kernel is better are transplanted.
"""

from __future__ import annotations

import difflib
import math
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated

import numpy as np

from ..columns import CUT, Column, Entry, time_text
from ..errors import UserError
from ..isa.decoder import Code
from . import what_if
from .issue import ALU, CONTROL, FMA, IMAD, UNIFORM, pipe_of
from .prediction import LaunchTime, Recording, launching
from .warp_traces import LINE, SECTOR, Request

# Causes are sought until this fraction of the difference is explained, and at most so many.
ENOUGH, _MOST = 0.9, 3
# Smaller relative differences of times are not explained; causes of a smaller fraction are omitted.
_SAME, _LEAST = 0.02, 0.05
# Properties with a smaller relative difference are alike.
_ALIKE = 0.01
# The lines that carry at least this fraction of a cause are named, and at most so many.
_CARRIES, _LINES = 0.1, 3
# Characters of a line in a table.
_CODE = 40

GLOBAL = ("global.load", "global.store", "global.copy", "global.reduction", "global.atomic")
SHARED = ("shared.load", "shared.store", "shared.matrix", "shared.atomic")
LOCAL = ("local.load", "local.store")
# Accesses of which several may become a wider one.
_WIDER = (*GLOBAL[:2], *SHARED[:2])
_WAITS = ("scoreboard", "barrier", "fixed latency", "branch")

# How much of a cause each instruction carries, by its index.
Carried = Mapping[int, float]
# A cost of each instruction and the least possible one, by its index.
Costs = Mapping[int, tuple[float, float]]
# The class and opcode of an instruction, None if it does not count.
Class = Callable[[Code], tuple[Hashable, str] | None]


@dataclass(frozen=True)
class Line:
    """A source line of the slower kernel, and the fraction of a cause that it carries."""

    line: int
    share: float
    code: str


@dataclass(frozen=True)
class Cause:
    """A property in which two kernels differ, and the time that it explains.

    `us` microseconds are the fraction `explains` of the difference. `before` and `after` are the
    property of the first and of the second kernel. `lines` of the slower kernel carry the cause.
    """

    kind: Annotated[str, Column("cause")]
    us: float
    explains: Annotated[float, Column("explains", ".0%", bar=True)]
    before: float
    after: float
    unit: str
    lines: tuple[Line, ...]

    time = Column("time", of=lambda it: time_text(it.us), after="explains")

    def _change(self) -> str:
        values = (f"{v:.3g}" if v < 1000 else f"{v:,.0f}" for v in (self.before, self.after))
        return f"{' -> '.join(values)} {self.unit}"

    change = Column("change", of=_change, after="time")

    where = Column(
        "line of the slower kernel",
        of=lambda it: "; ".join(f"{line.line}: {line.code[:_CODE]}" for line in it.lines),
        narrow=CUT,
    )


@dataclass(frozen=True)
class Explanation:
    """The predicted times of two kernels in microseconds, and the causes of their difference.

    The causes are the fewest found that explain ENOUGH of the difference, or the three largest.
    """

    before_us: float
    after_us: float
    causes: tuple[Cause, ...]

    # The fraction of the difference that the causes explain.
    explained = Entry(float, lambda it: sum(cause.explains for cause in it.causes))


def _one(_: Code) -> float:
    return 1.0


def _bytes(code: Code) -> float:
    return code.lane_bytes


def _address(code: Code) -> int:
    return code.instruction.address


@dataclass(frozen=True)
class Executed:
    """A launch as recorded, and its predicted time."""

    launch: Recording
    time: LaunchTime

    @cached_property
    def issued(self) -> Counter[int]:
        """Warps that issue each instruction, by its address, over the whole launch."""
        codes = self.launch.plan.codes
        return Counter({_address(codes[each.at]): each.issued for each in self.time.instructions})

    def count(self, kind: Class, weight: Callable[[Code], float] = _one) -> Counter:
        """Issued warp instructions by class, or the sum of their weights."""
        counts: Counter = Counter()
        for code in self.launch.plan.codes:
            if kind(code) is not None:
                counts[kind(code)] += self.issued[_address(code)] * weight(code)
        return counts

    def waits(self) -> Counter[int]:
        """Microseconds in which warps wait, by the line of the awaited access, or else by the line
        that waits; 0 for instructions without a line."""
        codes, waits = self.launch.plan.codes, Counter[int]()
        for each in self.time.instructions:
            waits[each.line or 0] += sum(each.causes.get(name, 0.0) for name in _WAITS)
            for producer, us in each.waits_for.items():
                if producer >= 0 and codes[producer].row.access:
                    waits[each.line or 0] -= us
                    waits[codes[producer].instruction.line or 0] += us
        return waits


def _accesses(*accesses: str) -> Class:
    return lambda code: (code.row.access, "") if code.row.access in accesses else None


def _barrier(code: Code) -> tuple[Hashable, str] | None:
    return ("BAR", "") if code.base == "BAR" else None


def _other(code: Code) -> tuple[Hashable, str] | None:
    """The pipe of an instruction that is no access and no barrier; one for all pipes on which the
    compiler moves and adds."""
    if code.row.access or code.base == "BAR":
        return None
    pipe = pipe_of(code)
    return (ALU if pipe in (FMA, IMAD, UNIFORM) else pipe), code.base


# --- costs of a launch's accesses -----------------------------------------------------------------


def _conflicts(executed: Executed, launch: Recording) -> Costs:
    """Wavefronts of each shared access."""
    least = launch.plan.recorder.least
    recorded = (
        (place[1], had, fewest)
        for place, taken in launch.plan.recorder.wavefronts.items()
        for had, (fewest, _) in zip(taken, least[place], strict=True)
    )
    return _costs(executed, launch, recorded)


def _sectors(executed: Executed, launch: Recording) -> Costs:
    """Sectors of each global access, and those that the requested bytes fill; or as many times
    those as its lines are of the lines that the bytes fill."""

    def taken(request: Request, least: int) -> float:
        lines = len(request.lines) / -(-request.bytes // LINE) if request.bytes else 0.0
        return max(sum(mask.bit_count() for _, mask in request.lines), lines * least)

    recorded = (
        (at, taken(request, least), least)
        for (_, at), row in launch.plan.recorder.requests.items()
        for request in row.of
        for least in [-(-request.bytes // SECTOR)]
    )
    return _costs(executed, launch, recorded)


def _costs(
    executed: Executed, launch: Recording, recorded: Iterable[tuple[int, float, float]]
) -> Costs:
    """Costs over a whole launch, from (instruction, cost, least cost) of each recorded issue."""
    sums: dict[int, np.ndarray] = {}
    for at, taken, least in recorded:
        if taken:
            sums[at] = sums.get(at, 0) + np.array([1, taken, least])
    issued = {at: executed.issued[_address(launch.plan.codes[at])] for at in sums}
    return {
        at: (float(taken * issued[at] / ran), float(least * issued[at] / ran))
        for at, (ran, taken, least) in sums.items()
    }


def _multiple(costs: Costs, of: Collection[int]) -> float:
    """The cost of some instructions, as a multiple of the least possible one."""
    least = sum(costs[at][1] for at in of)
    return max(1.0, sum(costs[at][0] for at in of) / least) if least else 1.0


def _by_line(launch: Recording, of: Callable[[int], float]) -> dict[int, Counter[float]]:
    """Recorded sectors of each global access, by what `of` returns for their line."""
    parts: dict[int, Counter[float]] = {}
    for (_, at), row in launch.plan.recorder.requests.items():
        for request in row.of:
            for line, mask in request.lines:
                parts.setdefault(at, Counter())[of(line + row.move)] += mask.bit_count()
    return parts


def _mean(parts: Iterable[Counter[float]]) -> float:
    whole = sum(part.total() for part in parts)
    return sum(value * count for part in parts for value, count in part.items()) / (whole or 1)


# --- transplants ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pair:
    """Corresponding launches; `again` records the slower one for a number of resident blocks.

    `new` are the lines that only the slower kernel has: of equal instructions, those of new lines
    are the additional ones.
    """

    slow: Executed
    fast: Executed
    again: Callable[[int], Recording]
    new: Collection[int]

    def nearest(self, launch: Recording, costs: Mapping[int, float], excess: float) -> list[int]:
        """Instructions whose costs add up to nearly `excess`."""
        codes, chosen = launch.plan.codes, []
        lines = {at: codes[at].instruction.line for at in costs}
        for at in sorted(costs, key=lambda at: (lines[at] not in self.new, -costs[at], -at)):
            if 0 < costs[at] < 2 * excess:
                chosen.append(at)
                excess -= costs[at]
        return chosen

    def worse(
        self, launch: Recording, costs: Callable[..., Costs]
    ) -> tuple[dict[int, tuple[float, float]], Carried]:
        """Accesses whose cost is a larger multiple of the least one than in the faster kernel, with
        both multiples, and their additional costs."""
        slow, fast = costs(self.slow, launch), costs(self.fast, self.fast.launch)
        codes, others = launch.plan.codes, self.fast.launch.plan.codes
        found, excess = {}, {}
        for at in slow:
            alike = [pc for pc in fast if others[pc].row.access == codes[at].row.access]
            own, usual = _multiple(slow, [at]), _multiple(fast, alike)
            if own > usual * (1 + _ALIKE):
                found[at], excess[at] = (own, usual), slow[at][0] * (1 - usual / own)
        return found, excess


# Returns the slower launch with a property of the faster one, and what carries the property.
Change = Callable[[Pair, Recording], tuple[Recording, Carried]]


def _same_dram(before: Recording, after: Recording) -> Recording:
    """Fewer requests with the DRAM traffic of all: a larger fraction of them misses L2.

    Lines with equal miss fractions are taken as one array.
    """
    had, left = (
        sum(_by_line(launch, before.from_dram).values(), Counter()) for launch in (before, after)
    )

    def from_dram(line: int) -> float:
        part = before.from_dram(line)
        return min(1.0, part * had[part] / left[part]) if left[part] else part

    return replace(after, from_dram=from_dram)


def _as_many_warps(pair: Pair, launch: Recording) -> tuple[Recording, Carried]:
    blocks = max(1, round(_warps(pair.fast) / launch.plan.warps_per_block))
    same = min(blocks, launch.blocks_per_sm) == launch.resident
    # No line carries it: all wait longer.
    return launch if same else pair.again(blocks), {}


def _from_l2(pair: Pair, launch: Recording) -> tuple[Recording, Carried]:
    """As many DRAM bytes, and as many blocks that read a line from L2 together."""
    factor = pair.fast.time.dram_bytes / max(1, pair.slow.time.dram_bytes)
    fast, slow = (
        _mean(_by_line(each.launch, each.launch.together).values()) or 1.0
        for each in (pair.fast, pair.slow)
    )
    changed = replace(
        launch,
        from_dram=lambda line: min(1.0, launch.from_dram(line) * factor),
        together=lambda line: launch.together(line) * fast / slow,
    )
    sectors, missed = _sectors(pair.slow, launch), _by_line(launch, launch.from_dram)
    return changed, {at: _mean([missed[at]]) * sectors[at][0] for at in sectors}


def _coalesced(pair: Pair, launch: Recording) -> tuple[Recording, Carried]:
    worse, excess = pair.worse(launch, _sectors)
    return _same_dram(launch, what_if.coalesced(launch, worse)), excess


def _no_more_conflicts(pair: Pair, launch: Recording) -> tuple[Recording, Carried]:
    (worse, excess), least = pair.worse(launch, _conflicts), launch.plan.recorder.least
    wavefronts = dict(launch.plan.recorder.wavefronts)
    for place, taken in wavefronts.items():
        if place[1] in worse:
            own, usual = worse[place[1]]
            wavefronts[place] = [
                round(fewest + (had - fewest) * (usual - 1) / (own - 1))
                for had, (fewest, _) in zip(taken, least[place], strict=True)
            ]
    recorder = what_if.with_accesses(launch.plan, wavefronts=wavefronts)
    return what_if.with_plan(launch, recorder=recorder), excess


def _wider(pair: Pair, launch: Recording) -> tuple[Recording, Carried]:
    """Accesses as wide as in the faster kernel, with as many bytes in all."""
    groups: list[list[int]] = []
    issued, kind = _issued(pair, launch), _accesses(*_WIDER)
    had, moved = pair.slow.count(kind), pair.slow.count(kind, _bytes)
    many, large = pair.fast.count(kind), pair.fast.count(kind, _bytes)
    for access, _ in many:
        most = max(c.lane_bytes for c in pair.fast.launch.plan.codes if c.row.access == access)
        found = what_if.groups_of(launch, access, most)
        by_first = {group[0]: group for group in found}
        fewer = {at: issued[at] * (len(group) - 1) for at, group in by_first.items()}
        key = access, ""
        excess = had[key] - moved[key] * many[key] / (large[key] or 1)
        groups += [by_first[at] for at in pair.nearest(launch, fewer, excess)]
    changed = _same_dram(launch, what_if.merged(launch, groups))
    return changed, {at: issued[at] for group in groups for at in group}


def _issued(pair: Pair, launch: Recording) -> dict[int, float]:
    return {code.at: float(pair.slow.issued[_address(code)]) for code in launch.plan.codes}


def _fewer(kind: Class, weight: Callable[[Code], float] = _one) -> Change:
    """No more instructions of each class, by weight, than in the faster kernel: without those of
    opcodes of which it has fewer. As many fewer taken branches as there are fewer BRA."""

    def change(pair: Pair, launch: Recording) -> tuple[Recording, Carried]:
        issued, removed = _issued(pair, launch), list[int]()
        slow, fast = pair.slow.count(kind, weight), pair.fast.count(kind, weight)
        for each in slow:
            alike = [one for one in {**slow, **fast} if one[0] == each[0]]
            excess = sum(max(0.0, slow[one] - fast[one]) for one in alike)
            net = max(0.0, sum(slow[one] - fast[one] for one in alike)) / (excess or 1)
            codes = [code for code in launch.plan.codes if kind(code) == each]
            costs = {code.at: issued[code.at] * weight(code) for code in codes}
            removed += pair.nearest(launch, costs, net * (sum(costs.values()) - fast[each]))
        bra = CONTROL, "BRA"
        part, chip = min(1.0, fast[bra] / slow[bra]) if slow[bra] else 1.0, launch.plan.chip
        chip = replace(chip, branch=chip.branch * part, branch_interval=chip.branch_interval * part)
        changed = _same_dram(launch, what_if.without(launch, removed))
        return what_if.with_plan(changed, chip=chip), {at: issued[at] for at in removed}

    return change


def _fewer_blocks(pair: Pair, launch: Recording) -> tuple[Recording, Carried]:
    """As much time for starts and ends of blocks."""
    part, chip = pair.fast.launch.blocks / pair.slow.launch.blocks, launch.plan.chip
    times = {name: getattr(chip, name) * part for name in ("retire", "turnover", "start_interval")}
    return what_if.with_plan(launch, chip=replace(chip, **times)), {}


def _as_it_is(_: Pair, launch: Recording) -> tuple[Recording, Carried]:
    return launch, {}


# --- properties -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Property:
    """What two launches may differ in: its unit, its value, and how it is transplanted.

    Values of several launches add up, or else that of the longest one is shown.
    """

    unit: str
    value: Callable[[Executed], float]
    change: Change
    adds: bool = False


def _warps(executed: Executed) -> float:
    return executed.launch.resident * executed.launch.plan.warps_per_block


def _width(executed: Executed) -> float:
    kind = _accesses(*_WIDER)
    issued = executed.count(kind).total()
    return executed.count(kind, _bytes).total() / issued if issued else 0.0


def _spread(executed: Executed) -> float:
    """Blocks of a launch, as a fraction of those that all SMs run in the time of the busiest."""
    launch = executed.launch
    return launch.blocks / launch.blocks_per_sm / launch.plan.chip.multiprocessors


def _stalled(executed: Executed) -> float:
    """Cycles in which a warp waits, per instruction that it issues."""
    issue = sum(each.causes.get("issue", 0.0) for each in executed.time.instructions)
    return sum(executed.waits().values()) / issue


def _excess(unit: str, costs: Callable[..., Costs], change: Change) -> Property:
    def value(executed: Executed) -> float:
        return _multiple(known := costs(executed, executed.launch), known)

    return Property(unit, value, change)


def _number(unit: str, kind: Class, weight: Callable[[Code], float] = _one) -> Property:
    def value(executed: Executed) -> float:
        return executed.count(kind).total()

    return Property(unit, value, _fewer(kind, weight), adds=True)


GRID, LAUNCHES, ORDER = "grid", "launches", "order and waits"
# By name, in the order in which they are transplanted; the last three change no recording.
PROPERTIES = {
    "occupancy": Property("warps per SM", _warps, _as_many_warps),
    "DRAM traffic": Property("MB", lambda each: each.time.dram_bytes / 1e6, _from_l2, adds=True),
    "coalescing": _excess("times the minimum", _sectors, _coalesced),
    "wavefronts": _excess("times the minimum", _conflicts, _no_more_conflicts),
    "access width": Property("bytes per lane", _width, _wider),
    "spills": _number("local accesses", _accesses(*LOCAL)),
    "global accesses": _number("global accesses", _accesses(*GLOBAL), _bytes),
    "shared accesses": _number("shared accesses", _accesses(*SHARED), _bytes),
    "barriers": _number("warps at barriers", _barrier),
    "instructions": _number("other instructions", _other),
    "blocks": Property("blocks", lambda each: each.launch.blocks, _fewer_blocks, adds=True),
    GRID: Property("of the SMs' time used", _spread, _as_it_is),
    LAUNCHES: Property("launches", lambda _: 1.0, _as_it_is, adds=True),
    ORDER: Property("cycles waited per instruction", _stalled, _as_it_is),
}


# --- explanation ----------------------------------------------------------------------------------


class Side:
    """A kernel: its launches, recorded and timed, and its source lines.

    `again` records the launches, with a function of the number of resident blocks per SM.
    """

    def __init__(
        self, again: Callable[[Callable[[int], int]], Sequence[Recording]], text: Sequence[str]
    ) -> None:
        self.again, self.text = again, text
        self.launches = [Executed(launch, launch.simulate()) for launch in again(lambda n: n)]
        overhead = launching([each.launch for each in self.launches])
        self.us = overhead + sum(each.time.us for each in self.launches)

    def by_time(self) -> list[tuple[int, Executed]]:
        """The launches with their numbers, the longest first."""
        return sorted(enumerate(self.launches), key=lambda item: -item[1].time.us)


def explain(before: Side, after: Side) -> Explanation:
    """The causes of the difference between two kernels' times."""
    slow, fast = (before, after) if before.us > after.us else (after, before)
    causes: list[Cause] = []
    if slow.us - fast.us > _SAME * fast.us:
        compared, gap = _Comparison(slow, fast), slow.us - fast.us
        for kind, us in compared.causes():
            values = compared.values(kind)
            first, second = values if before is slow else values[::-1]
            unit, lines = PROPERTIES[kind].unit, tuple(compared.lines(kind))
            causes.append(Cause(kind, us, us / gap, first, second, unit, lines))
    return Explanation(before.us, after.us, tuple(causes))


class _Comparison:
    """Times of the slower kernel with properties of the faster one."""

    def __init__(self, slow: Side, fast: Side) -> None:
        self._slow, self._fast = slow, fast
        texts = [[line.strip() for line in side.text] for side in (slow, fast)]
        blocks = difflib.SequenceMatcher(None, *texts, autojunk=False).get_matching_blocks()
        # The equal line of the faster kernel, for each line of the slower one that has one.
        self._same = {a + n + 1: b + n + 1 for a, b, size in blocks for n in range(size)}
        new = set(range(1, len(slow.text) + 1)) - self._same.keys()
        # The longest launches correspond.
        self._pairs = [
            Pair(one, other, lambda n, at=at: slow.again(lambda _: n)[at], new)
            for (at, one), (_, other) in zip(slow.by_time(), fast.by_time(), strict=False)
        ]
        # Launches that only one kernel has, and the overhead of all.
        self._rest = (
            slow.us - sum(pair.slow.time.us for pair in self._pairs),
            fast.us - sum(pair.fast.time.us for pair in self._pairs),
        )
        self._known: dict[frozenset[str], tuple[float, list[Executed]]] = {}

    def _simulated(self, kinds: frozenset[str]) -> tuple[float, list[Executed]]:
        """Time of the slower kernel with some properties of the faster one, and its launches."""
        if kinds not in self._known:
            us, ran = self._rest[LAUNCHES in kinds], []
            for pair in self._pairs:
                launch = pair.slow.launch
                for kind in (kind for kind in PROPERTIES if kind in kinds):
                    launch, _ = PROPERTIES[kind].change(pair, launch)
                same = launch is pair.slow.launch
                ran.append(pair.slow if same else Executed(launch, launch.simulate()))
                part = _spread(pair.slow) / _spread(pair.fast) if GRID in kinds else 1.0
                us += ran[-1].time.us * part
            self._known[kinds] = us, ran
        return self._known[kinds]

    def _us(self, *kinds: str) -> float:
        """Time with some properties of the faster kernel, at least its time; infinite if the model
        cannot simulate it, as when warps wait forever."""
        try:
            us, _ = self._simulated(frozenset(kinds) - {ORDER})
        except UserError:
            return math.inf
        return max(us - (ORDER in kinds and self._order), self._fast.us)

    @cached_property
    def _different(self) -> list[str]:
        """The properties that differ, without ORDER."""
        return [
            kind
            for kind in PROPERTIES
            if kind != ORDER
            and any(
                abs(a - b) > _ALIKE * max(a, b)
                for a, b in (self._rest,) * (kind == LAUNCHES) or self._values(kind)
            )
        ]

    @cached_property
    def _better(self) -> list[str]:
        """The properties in which the faster kernel is not worse, without ORDER."""
        return [kind for kind in self._different if self._us(kind) <= self._slow.us]

    @cached_property
    def _order(self) -> float:
        """Time that remains with all better properties of the faster kernel."""
        us = self._us(*self._better)
        return us - self._fast.us if us < math.inf else 0.0

    def causes(self) -> list[tuple[str, float]]:
        """The causes, and the time that each explains beyond those before it."""
        gap, left = self._slow.us - self._fast.us, [*self._better, ORDER]
        chosen: list[str] = []

        def enough(kinds: Sequence[str]) -> bool:
            return self._us(*kinds) - self._fast.us <= (1 - ENOUGH) * gap

        while left and len(chosen) < _MOST and not enough(chosen):
            best = min(left, key=lambda kind: self._us(*chosen, kind))
            if self._us(*chosen) - self._us(*chosen, best) < _LEAST * gap:
                break
            chosen.append(best)
            left.remove(best)
        for kind in chosen[:-1]:
            # What the others explain as well is no cause.
            others = [other for other in chosen if other != kind]
            if enough(others):
                chosen = others
        times = [self._us(*chosen[:number]) for number in range(len(chosen) + 1)]
        return [(kind, a - b) for kind, a, b in zip(chosen, times, times[1:], strict=False)]

    def _values(self, kind: str) -> list[tuple[float, float]]:
        value = PROPERTIES[kind].value
        return [(value(pair.slow), value(pair.fast)) for pair in self._pairs]

    def values(self, kind: str) -> tuple[float, ...]:
        """A property of the slower and of the faster kernel."""
        if kind == LAUNCHES:
            return len(self._slow.launches), len(self._fast.launches)
        values = self._values(kind)
        return tuple(map(sum, zip(*values, strict=True))) if PROPERTIES[kind].adds else values[0]

    def lines(self, kind: str) -> Iterator[Line]:
        """The lines of the slower kernel that carry a cause, most first."""
        carried: Counter[int] = Counter()
        for number, pair in enumerate(self._pairs):
            launch = pair.slow.launch
            for at, amount in PROPERTIES[kind].change(pair, launch)[1].items():
                carried[launch.plan.codes[at].instruction.line or 0] += amount
            if kind == ORDER:
                # Waits that are longer than those of the equal line.
                waits = self._simulated(frozenset(self._better))[1][number].waits()
                usual = pair.fast.waits()
                carried += Counter({n: us - usual[self._same.get(n, 0)] for n, us in waits.items()})
        # Of equal amounts, new lines first.
        most = sorted(carried, key=lambda line: (-carried[line], line in self._same))
        for line in most[:_LINES]:
            if line and carried[line] > _CARRIES * carried.total():
                code = "".join(self._slow.text[line - 1 : line]).strip(" ;")
                yield Line(line, carried[line] / carried.total(), code)
