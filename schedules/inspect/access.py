"""Memory access analysis: what every load and store of a kernel costs, without a GPU.

Each access of shared and global memory in a kernel's lowered TIR has its place in the CUDA text.
What it costs is what the machine instructions that carry it out cost (`attribution`), as they were
counted by running them. Where nothing was counted, costs are those of the TIR (`measures`), before
the compiler merges, moves and drops accesses, and the access says so (`origin`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..compile.listing import Cuda
from ..lowering.launch import Launch
from ..lowering.lower import Lowered
from .attribution import Group, attributed, grouped
from .costs import (
    COUNTED,
    GLOBAL,
    NOTHING,
    SHARED,
    Cost,
    InstructionCount,
    LaunchCounts,
    Part,
    added,
    quantities,
)
from .measures import Measure, measured
from .sites import ASYNC, LOAD, MATRIX, PAST_LANES, PLAIN, STORE, TMA, Site, sites
from .source_accesses import Place, places

TIR, MACHINE_CODE = "TIR", "machine code"
# What instructions do that belong to no access of the TIR.
_MEANING = {
    **dict.fromkeys(("LDS", "LDG", "LD"), (LOAD, PLAIN)),
    **dict.fromkeys(("STS", "STG", "ST"), (STORE, PLAIN)),
    "LDSM": (LOAD, MATRIX),
}


@dataclass(frozen=True)
class Access:
    """One access of a kernel, or an instruction that belongs to none.

    `line` is its line in the CUDA text as shown (`Lowered.kernel_source`), 0 where it was not
    found; `expression` what stands there, or the instruction. `buffer` is TIR's name. `written` is
    how many bytes a lane moves in TIR, 0 where that is not known. `issued` is how often warps issue
    it, those counted whose lanes are all off: at least `cost.requests`, which access memory.
    """

    line: int
    expression: str
    buffer: str
    scope: str
    kind: str
    way: str
    opcode: str
    written: int
    cost: Cost
    issued: int | None
    origin: str
    note: str
    instructions: tuple[InstructionCount, ...] = ()

    @property
    def what(self) -> str:
        """For tables: 'shared load', 'global load (cp.async)'."""
        return f"{self.scope} {self.kind}" + (f" ({self.way})" if self.way else "")

    @property
    def widths(self) -> list[int]:
        """Bytes a lane moves at once, as executed or as TIR has it; the widest first."""
        return sorted({one.width for one in self.instructions}, reverse=True) or [self.written]

    @property
    def bits(self) -> str:
        """Width in bits, as written and as executed: '128', '32→128' or '32→128, 32'."""
        executed = ", ".join(str(8 * width) for width in self.widths)
        if not self.written:
            return executed if self.instructions else "?"
        written = str(8 * self.written)
        return written if executed == written else f"{written}→{executed}"

    @property
    def code(self) -> str:
        """The instructions, for tables: '16 LDS.128'."""
        counts = Counter(one.name for one in self.instructions)
        return ", ".join(f"{count} {name}" for name, count in counts.items())

    @property
    def per_request(self) -> dict[str, float | None]:
        """Wavefronts and sectors of a request, and the least; None where they do not apply."""
        requests = self.cost.requests
        return {
            name: round(value / requests, 3) if value is not None and requests else None
            for name, value in self.cost.record(self.scope).items()
            if name not in ("requests", "bytes")
        }

    def record(self) -> dict[str, Any]:
        """For JSON; widths in bits, `instructions` in the code, everything else over the launch."""
        return {
            "line": self.line,
            "buffer": self.buffer,
            "expression": self.expression,
            "scope": self.scope,
            "kind": self.kind,
            "way": self.way,
            "bits": 8 * self.widths[0],
            "bits_in_tir": 8 * self.written,
            "instructions": dict(Counter(one.name for one in self.instructions)),
            **self.cost.record(self.scope),
            "issued": self.issued,
            "conflicts": self.cost.conflicts if self.scope == SHARED else None,
            **{f"{name}_per_request": value for name, value in self.per_request.items()},
            "origin": self.origin,
            "note": self.note,
        }


@dataclass(frozen=True)
class KernelAccesses:
    """All accesses of a kernel, in the order of its text.

    `counted` are the machine's counts, None where accesses are as in TIR. `problem` says what
    is not known of them.
    """

    launch: Launch
    accesses: tuple[Access, ...]
    counted: LaunchCounts | None
    problem: str = ""

    @property
    def parts(self) -> Sequence[Part]:
        """What a profiler counts."""
        return self.counted.instructions if self.counted else self.accesses

    @property
    def padding(self) -> dict[str, int]:
        """Instructions that are issued and never do anything, by sort."""
        found: Counter[str] = Counter()
        for one in self.counted.instructions if self.counted else ():
            if one.padding:
                found[f"{one.scope} {_meaning(one)[0]}"] += one.issued
        return dict(found)

    def record(self) -> dict[str, Any]:
        return {
            "kernel": self.launch.kernel,
            "grid": self.launch.grid,
            "block": self.launch.block,
            "problem": self.problem,
            "exact": self.counted.exact if self.counted else None,
            "reason": self.counted.reason if self.counted else "",
            "padding": self.padding,
            "accesses": [access.record() for access in self.accesses],
            "totals": {name: total.record() for name, total in totals([self]).items()},
        }


def analyze(
    lowered: Lowered, counted: Sequence[LaunchCounts] | None = None
) -> list[KernelAccesses]:
    """The accesses of every kernel of a lowered module.

    `counted` is what the instructions of its launches cost (`Kernel.instruction_counts`).
    """
    functions = lowered.device.functions.values()
    by_kernel = {one.kernel: one for one in counted or ()}
    return [
        _kernel(lowered, launch, function, by_kernel.get(launch.kernel))
        for function, launch in zip(functions, lowered.launches, strict=True)
    ]


def analyze_instructions(launch: Launch, counted: LaunchCounts) -> KernelAccesses:
    """The accesses of a kernel of which nothing but its instructions is known."""
    rows = sorted(_of_none(counted.instructions), key=lambda one: one.line)
    return KernelAccesses(launch, tuple(rows), counted)


def _kernel(
    lowered: Lowered, launch: Launch, function: Any, counted: LaunchCounts | None
) -> KernelAccesses:
    found, grid = sites(function)
    shown = Cuda(lowered.source)
    located = [
        place and place.shown(shown) for place in places(lowered.source, launch.kernel, found)
    ]
    written = {id(site): measured(site, grid, launch.block) for site in found}
    problem = ""
    if None in located:
        problem = "accesses of the TIR and of the CUDA text do not correspond"
    if counted is None:
        accesses = [
            _as_written(site, place, written[id(site)])
            for site, place in zip(found, located, strict=True)
        ]
        return KernelAccesses(launch, tuple(accesses), None, problem)
    known = [(site, place) for site, place in zip(found, located, strict=True) if place]
    groups = grouped([site for site, _ in known], [place for _, place in known])
    owned = attributed(groups, counted.instructions)
    accesses = [
        _counted(group, owned.get(group, ()), [written[id(site)] for site in group.sites])
        for group in groups
    ]
    accesses += _of_none(owned.get(None, ()), "which access of the TIR it carries out is not known")
    accesses.sort(key=lambda one: one.line)
    return KernelAccesses(launch, tuple(accesses), counted, problem)


# --- rows -----------------------------------------------------------------------------------------


def _as_written(site: Site, place: Place | None, measure: Measure) -> Access:
    return Access(
        line=place.line if place else 0,
        expression=place.expression if place else site.buffer,
        buffer=site.buffer,
        scope=site.scope,
        kind=site.kind,
        way=site.way,
        opcode=site.opcode,
        written=site.width,
        cost=measure.cost,
        issued=measure.cost.requests,
        origin=TIR,
        note=f"not analysed: {measure.problem}" if measure.problem else "",
    )


def _counted(
    group: Group, instructions: Sequence[InstructionCount], written: Sequence[Measure]
) -> Access:
    site = group.site
    if site.way in PAST_LANES:
        return _as_written(site, group.places[0], written[0])
    cost = added(one.cost for one in instructions)
    issued = sum(one.issued for one in instructions)
    in_tir = added(measure.cost for measure in written).bytes
    return Access(
        line=group.places[0].line,
        expression=", ".join(dict.fromkeys(place.expression for place in group.places)),
        buffer=site.buffer,
        scope=site.scope,
        kind=site.kind,
        way=site.way,
        opcode=site.opcode,
        written=site.width,
        cost=cost,
        issued=issued,
        origin=MACHINE_CODE,
        note=_note(cost, issued, in_tir),
        instructions=tuple(instructions),
    )


def _of_none(instructions: Sequence[InstructionCount], why: str = "") -> Iterator[Access]:
    """Rows of instructions that belong to no access of the TIR."""
    alike: dict[tuple, list[InstructionCount]] = defaultdict(list)
    for one in instructions:
        if not one.padding:
            alike[one.line or 0, one.name, one.scope, one.array].append(one)
    for (line, name, scope, array), own in alike.items():
        kind, way = _meaning(own[0])
        cost, issued = added(one.cost for one in own), sum(one.issued for one in own)
        words = filter(None, [why, _note(cost, issued, None)])
        yield Access(
            line=line,
            expression=f"{name} of {array}" if array else name,
            buffer=array,
            scope=scope,
            kind=kind,
            way=way,
            opcode=own[0].opcode,
            written=0,
            cost=cost,
            issued=issued,
            origin=MACHINE_CODE,
            note="; ".join(words),
            instructions=tuple(own),
        )


def _meaning(one: InstructionCount) -> tuple[str, str]:
    """Kind and way."""
    if one.opcode == "LDGSTS":
        return LOAD if one.scope == GLOBAL else STORE, ASYNC
    return _MEANING.get(one.opcode, ("atomic", PLAIN))


def _note(cost: Cost, issued: int, in_tir: int | None) -> str:
    """What the compiler did to an access: bytes of all its lanes in TIR and now, what is issued."""
    words = []
    if not issued:
        words.append("not in the machine code")
    elif in_tir and cost.bytes and in_tir > cost.bytes:
        words.append(f"{in_tir / cost.bytes:.4g} times as many bytes in TIR")
    elif in_tir and cost.bytes and in_tir < cost.bytes:
        words.append(f"{cost.bytes / in_tir:.4g} times the bytes of TIR")
    if issued != cost.requests:
        words.append(f"issued with all lanes off as well, {issued:,} in all")
    return "; ".join(words)


# --- sums -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Total:
    """A sum over accesses of one memory; `incomplete` where something of one is not known."""

    scope: str
    cost: Cost = NOTHING
    incomplete: bool = False

    @classmethod
    def of(cls, access: Access) -> Total:
        cost = access.cost
        needed = (cost.bytes,) if access.way in PAST_LANES else (cost.requests, cost.taken)
        known = Cost(*(value or 0 for value in (cost.requests, cost.taken, cost.least, cost.bytes)))
        return cls(access.scope, known, None in needed)

    def __add__(self, other: Total) -> Total:
        cost = added([self.cost, other.cost])
        return Total(self.scope, cost, self.incomplete or other.incomplete)

    def record(self) -> dict[str, Any]:
        """For JSON; 0 of what is not of its memory."""
        counts = {name: value or 0 for name, value in self.cost.record(self.scope).items()}
        conflicts = self.cost.conflicts if self.scope == SHARED else 0
        return counts | {"incomplete": self.incomplete, "conflicts": conflicts}


def totals(kernels: Iterable[KernelAccesses]) -> dict[str, Total]:
    """Sums by sort of access, as in 'shared load' or 'global load (cp.async)'."""
    sums: dict[str, Total] = {}
    for access in (access for kernel in kernels for access in kernel.accesses):
        sums[access.what] = sums.get(access.what, Total(access.scope)) + Total.of(access)
    return sums


def traffic(kernels: Iterable[KernelAccesses]) -> dict[str, float]:
    """Bytes that all loads and stores move, by memory; without one that is not wholly analysed.

    What the tensor memory accelerator stores to shared memory it loads from global memory.
    """
    moved: dict[str, float] = {}
    unknown = set()
    for access in (access for kernel in kernels for access in kernel.accesses):
        for scope in (SHARED, GLOBAL) if access.way == TMA else (access.scope,):
            moved[scope] = moved.get(scope, 0.0) + (access.cost.bytes or 0)
            if access.cost.bytes is None:
                unknown.add(scope)
    return {scope: size for scope, size in moved.items() if size and scope not in unknown}


def uncounted(kernels: Iterable[KernelAccesses]) -> dict[str, str]:
    """The profiler's counters that accesses as in TIR do not give, each with the reason."""
    accesses = [one for kernel in kernels if not kernel.counted for one in kernel.accesses]
    found: dict[str, str] = {}
    for name in COUNTED:
        unknown = [one for one, count in quantities(name, accesses) if count is None]
        if unknown:
            found[name] = "; ".join(
                dict.fromkeys(f"line {one.line}: {one.note}" for one in unknown)
            )
    return found
