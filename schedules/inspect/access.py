"""Memory access analysis: what every load and store of a kernel costs, without a GPU.

For each access of shared and global memory in a kernel's lowered TIR: wavefronts a request takes in
shared memory against the least, sectors of global memory, width, and totals over the launch. The
addresses come from the TIR (`patterns`), the rules from `wavefronts`. Widths and counts come from
the machine code where there is some (`matching`), since nvcc merges, moves and drops accesses;
without it they are those of the TIR, and the access says so (`origin`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from ..compile.listing import Cuda
from ..compile.sass import Instruction
from ..lowering.launch import Launch
from ..lowering.lower import Lowered
from .branch_sinking import with_sinking
from .executed import Executed, executed, loop_lines
from .issue_counts import issue_count, padding_counts
from .matching import at_place, matched, of_sort
from .measures import Change, Measure, Measured
from .sites import (
    GLOBAL,
    PAST_LANES,
    SHARED,
    TMA,
    Site,
    sites,
)
from .source_accesses import Place, places

Code = Mapping[str, Sequence[Instruction]]

TIR, MACHINE_CODE = "TIR", "machine code"


@dataclass(frozen=True)
class Access:
    """One access of a kernel.

    `line` is its line in the CUDA text as shown (`Lowered.kernel_source`), 0 where it was not
    found. `change` is what the compiler made of it, None without machine code or where that is not
    explained; `measure` is the cost with that change, by `origin` machine code or TIR. `issued` is
    how often warps issue it, those counted whose lanes are all predicated off: at least
    `measure.requests`, which access memory; None where it is not known.
    """

    site: Site
    line: int
    expression: str
    change: Change | None
    measure: Measure
    origin: str
    issued: int | None

    @property
    def width(self) -> int:
        """Bytes a lane moves at once, as executed."""
        return self.change.width if self.change else self.site.width

    @property
    def what(self) -> str:
        """For tables: 'shared load', 'global load (cp.async)'."""
        way = f" ({self.site.way})" if self.site.way else ""
        return f"{self.site.scope} {self.site.kind}{way}"

    @property
    def bits(self) -> str:
        """Width in bits, as written and as executed: '128' or '32→128'."""
        written = str(8 * self.site.width) if self.site.width else "?"
        if self.change is None or self.change.dropped or self.width == self.site.width:
            return written
        return f"{written}→{8 * self.width}"

    @property
    def per_request(self) -> dict[str, float | None]:
        """Wavefronts and sectors of a request, and the least; None where they do not apply."""
        requests = self.measure.requests
        counted = {
            name: getattr(self.measure, name)
            for name in ("wavefronts", "least_wavefronts", "sectors", "least_sectors")
        }
        return {
            name: round(value / requests, 3) if value is not None and requests else None
            for name, value in counted.items()
        }

    @property
    def note(self) -> str:
        """What the compiler did to the access, or what is not known of it."""
        words = []
        if self.change is not None and self.change.dropped:
            words.append("not in the machine code: its value is in a register")
        if self.change is not None and self.change.without:
            loops = ", ".join(sorted(key.partition("#")[0] for key in self.change.without))
            words.append(f"once for all iterations of {loops}")
        if self.change is not None and self.change.shared > 1:
            words.append(f"one serves {self.change.shared} iterations")
        if self.change is not None and self.change.sunk is not None:
            share = self.change.sunk.share
            which = "" if share == 1 else f"{share.numerator} of {share.denominator} "
            words.append(f"{which}behind a branch that fewer warps take")
        if self.measure.requests is not None and self.issued != self.measure.requests:
            often = "how often is not known" if self.issued is None else f"{self.issued:,} in all"
            words.append(f"issued with all lanes off as well, {often}")
        if self.measure.problem:
            words.append(f"not analysed: {self.measure.problem}")
        if not self.measure.exact:
            words.append("counts extrapolated from a sample")
        return "; ".join(words)

    def record(self) -> dict[str, Any]:
        """For JSON; widths in bits, everything else counts over the launch."""
        counts = {
            field.name: getattr(self.measure, field.name)
            for field in fields(Measure)
            if field.name not in ("exact", "problem")
        }
        return {
            "line": self.line,
            "buffer": self.site.buffer,
            "expression": self.expression,
            "scope": self.site.scope,
            "kind": self.site.kind,
            "way": self.site.way,
            "bits": 8 * self.width,
            "bits_in_tir": 8 * self.site.width,
            **counts,
            "issued": self.issued,
            "conflicts": self.measure.conflicts,
            **{f"{name}_per_request": value for name, value in self.per_request.items()},
            "exact": self.measure.exact,
            "origin": self.origin,
            "note": self.note,
        }


@dataclass(frozen=True)
class KernelAccesses:
    """All accesses of a kernel, in the order of its text.

    `problem` says why counts are those of the TIR though machine code was there. `padding` counts
    instructions that are issued and belong to no access, by scope and kind (`issue_counts`).
    """

    launch: Launch
    accesses: tuple[Access, ...]
    problem: str = ""
    padding: Mapping[tuple[str, str], int | None] = field(default_factory=dict)

    def record(self) -> dict[str, Any]:
        return {
            "kernel": self.launch.kernel,
            "grid": self.launch.grid,
            "block": self.launch.block,
            "problem": self.problem,
            "padding": {" ".join(sort): count for sort, count in self.padding.items()},
            "accesses": [access.record() for access in self.accesses],
            "totals": {name: total.record() for name, total in totals([self]).items()},
        }


@dataclass(frozen=True)
class Total:
    """Sums over accesses of one sort; `incomplete` where one of them is not analysed."""

    requests: int = 0
    wavefronts: int = 0
    least_wavefronts: int = 0
    sectors: int = 0
    least_sectors: int = 0
    bytes: int = 0
    incomplete: bool = False

    @property
    def conflicts(self) -> int:
        return self.wavefronts - self.least_wavefronts

    def plus(self, measure: Measure, site: Site) -> Total:
        needed: tuple[int | None, ...]
        if site.way in PAST_LANES:
            needed = (measure.bytes,)
        elif site.scope == SHARED:
            needed = (measure.requests, measure.wavefronts)
        else:
            needed = (measure.requests, measure.sectors)
        sums = {
            name: getattr(self, name) + (getattr(measure, name) or 0)
            for name in Total.__dataclass_fields__
            if name != "incomplete"
        }
        return Total(**sums, incomplete=self.incomplete or None in needed)

    def record(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in Total.__dataclass_fields__} | {
            "conflicts": self.conflicts
        }


def analyze(lowered: Lowered, code: Code | None = None) -> list[KernelAccesses]:
    """The accesses of every kernel of a lowered module.

    `code` is the machine code of `lowered.source` by kernel (`Kernel.sass`).
    """
    functions = lowered.device.functions.values()
    return [
        _kernel(lowered, launch, function, code and code.get(launch.kernel))
        for function, launch in zip(functions, lowered.launches, strict=True)
    ]


def _kernel(
    lowered: Lowered, launch: Launch, function: Any, code: Sequence[Instruction] | None
) -> KernelAccesses:
    where, grid = sites(function)
    measured = [Measured(site, grid, launch.block) for site in where]
    located = places(lowered.source, launch.kernel, where)
    lost = where and None in located
    changes: Sequence[Change | None] = [None] * len(where)
    runs = [] if code is None else executed(code, loop_lines(lowered.source))
    if code is not None and not lost:
        changes = with_sinking(measured, located, matched(measured, located, runs), runs)
    shown = Cuda(lowered.source)
    accesses = [
        _access(one, place, change, shown, runs)
        for one, place, change in zip(measured, located, changes, strict=True)
    ]
    problem = ""
    if lost:
        problem = "accesses of the TIR and of the CUDA text do not correspond"
    elif code is not None and any(map(_unexplained, accesses)):
        lines = sorted({access.line for access in accesses if _unexplained(access)})
        problem = "the machine code's count is not explained on line " + ", ".join(map(str, lines))
    return KernelAccesses(
        launch, tuple(accesses), problem, padding_counts(runs, grid, launch.block)
    )


def _unexplained(access: Access) -> bool:
    """Whether it is not known what the compiler made of an access of lanes."""
    return access.change is None and access.site.way not in PAST_LANES


def _access(
    one: Measured,
    place: Place | None,
    change: Change | None,
    shown: Cuda,
    runs: Sequence[Executed],
) -> Access:
    measure = one.measure(change or Change(one.site.width))
    often = measure.requests
    if change is not None and place is not None:
        own = [run for run in at_place(runs, place) if of_sort(run, one.site)]
        often = issue_count(one, change, own)
    return Access(
        site=one.site,
        line=(shown.number(place.line) or 0) if place else 0,
        expression=place.expression if place else one.site.buffer,
        change=change,
        measure=measure,
        origin=MACHINE_CODE if change else TIR,
        issued=often,
    )


# --- sums -----------------------------------------------------------------------------------------


def totals(kernels: Iterable[KernelAccesses]) -> dict[str, Total]:
    """Sums by sort of access, as in 'shared load' or 'global load (cp.async)'."""
    sums: dict[str, Total] = {}
    for access in (access for kernel in kernels for access in kernel.accesses):
        before = sums.get(access.what, Total())
        sums[access.what] = before.plus(access.measure, access.site)
    return sums


def traffic(kernels: Iterable[KernelAccesses]) -> dict[str, float]:
    """Bytes that all loads and stores move, by memory; without one that is not wholly analysed.

    What the tensor memory accelerator stores to shared memory it loads from global memory.
    """
    moved: dict[str, float] = {}
    unknown = set()
    for access in (access for kernel in kernels for access in kernel.accesses):
        for scope in (SHARED, GLOBAL) if access.site.way == TMA else (access.site.scope,):
            moved[scope] = moved.get(scope, 0.0) + (access.measure.bytes or 0)
            if access.measure.bytes is None:
                unknown.add(scope)
    return {scope: size for scope, size in moved.items() if size and scope not in unknown}
