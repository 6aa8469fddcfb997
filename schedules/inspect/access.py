"""Memory access analysis: what every load and store of a kernel costs, without a GPU.

For each access of shared and global memory in a kernel's lowered TIR: wavefronts a request takes in
shared memory against the least, sectors of global memory, width, and totals over the launch. The
addresses come from the TIR (`patterns`), the rules from `wavefronts`. Widths and counts come from
the machine code where there is some (`matching`), since nvcc merges, moves and drops accesses;
without it they are those of the TIR, and the access says so (`origin`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from ..errors import UserError
from ..harness.lower import Launch, Lowered
from .cuda import Cuda
from .cuda_text import Place, places
from .executed import executed, loop_lines
from .matching import matched
from .measures import Change, Measure, Measured
from .sass import Instruction
from .sites import ASYNC, GLOBAL, LOAD, MATRIX, PLAIN, SHARED, STORE, WMMA, Site, sites

Code = Mapping[str, Sequence[Instruction]]

TIR, MACHINE_CODE = "TIR", "machine code"


@dataclass(frozen=True)
class Access:
    """One access of a kernel.

    `line` is its line in the CUDA text as shown (`Lowered.kernel_source`), 0 where it was not
    found. `change` is what the compiler made of it, None without machine code or where that is not
    explained; `measure` is the cost with that change, by `origin` machine code or TIR.
    """

    site: Site
    line: int
    expression: str
    change: Change | None
    measure: Measure
    origin: str

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
            "conflicts": self.measure.conflicts,
            **{f"{name}_per_request": value for name, value in self.per_request.items()},
            "exact": self.measure.exact,
            "origin": self.origin,
            "note": self.note,
        }


@dataclass(frozen=True)
class KernelAccesses:
    """All accesses of a kernel, in the order of its text.

    `problem` says why counts are those of the TIR though machine code was there.
    """

    launch: Launch
    accesses: tuple[Access, ...]
    problem: str = ""

    def record(self) -> dict[str, Any]:
        return {
            "kernel": self.launch.kernel,
            "grid": self.launch.grid,
            "block": self.launch.block,
            "problem": self.problem,
            "accesses": [one.record() for one in self.accesses],
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

    def plus(self, measure: Measure, scope: str) -> Total:
        if scope == SHARED:
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

    `code` is the machine code of `lowered.source` by kernel (`toolchain.machine_code`).
    """
    found = []
    functions = lowered.device.functions.values()
    for function, launch in zip(functions, lowered.launches, strict=True):
        found.append(_kernel(lowered, launch, function, code and code.get(launch.kernel)))
    return found


def _kernel(
    lowered: Lowered, launch: Launch, function: Any, code: Sequence[Instruction] | None
) -> KernelAccesses:
    where, grid = sites(function)
    measured = [Measured(site, grid, launch.block) for site in where]
    located = places(lowered.source, launch.kernel, where)
    lost = where and None in located
    changes: Sequence[Change | None] = [None] * len(where)
    if code is not None and not lost:
        changes = matched(measured, located, executed(code, loop_lines(lowered.source)))
    shown = Cuda(lowered.source)
    accesses = [
        _access(one, place, change, shown)
        for one, place, change in zip(measured, located, changes, strict=True)
    ]
    problem = ""
    if lost:
        problem = "accesses of the TIR and of the CUDA text do not correspond"
    elif code is not None and None in changes:
        lines = sorted({one.line for one in accesses if one.change is None})
        problem = "the machine code's count is not explained on line " + ", ".join(map(str, lines))
    return KernelAccesses(launch, tuple(accesses), problem)


def _access(one: Measured, place: Place | None, change: Change | None, shown: Cuda) -> Access:
    return Access(
        site=one.site,
        line=(shown.number(place.line) or 0) if place else 0,
        expression=place.expression if place else one.site.buffer,
        change=change,
        measure=one.measure(change or Change(one.site.width)),
        origin=MACHINE_CODE if change else TIR,
    )


def machine_code(source: str, arch: str) -> tuple[Code | None, str]:
    """The machine code of a CUDA text, or None and why there is none."""
    from . import toolchain

    try:
        return toolchain.machine_code(source, arch), ""
    except UserError as error:
        return None, str(error)


# --- sums -----------------------------------------------------------------------------------------


def totals(kernels: Iterable[KernelAccesses]) -> dict[str, Total]:
    """Sums by sort of access, as in 'shared load' or 'global load (cp.async)'."""
    found: dict[str, Total] = {}
    for kernel in kernels:
        for one in kernel.accesses:
            before = found.get(one.what, Total())
            found[one.what] = before.plus(one.measure, one.site.scope)
    return found


# What Nsight Compute's counters sum up, by our names of them (harness.counters.METRICS). An
# ldmatrix is no LDS to the instruction counter, but its wavefronts are those of loads; cp.async is
# a load on its global side (an H200 counts it so) and no store on its shared side. wmma loads are
# ldmatrix, its stores plain ones.
_LOADED = (PLAIN, MATRIX, WMMA)
COUNTED: dict[str, tuple[str, str, tuple[str, ...], str]] = {
    "shared_load_requests": (SHARED, LOAD, (PLAIN,), "requests"),
    "shared_load_wavefronts": (SHARED, LOAD, _LOADED, "wavefronts"),
    "shared_load_conflicts": (SHARED, LOAD, _LOADED, "conflicts"),
    "shared_store_requests": (SHARED, STORE, (PLAIN, WMMA), "requests"),
    "shared_store_wavefronts": (SHARED, STORE, (PLAIN, WMMA), "wavefronts"),
    "shared_store_conflicts": (SHARED, STORE, (PLAIN, WMMA), "conflicts"),
    "global_load_requests": (GLOBAL, LOAD, (PLAIN, ASYNC), "requests"),
    "global_load_sectors": (GLOBAL, LOAD, (PLAIN, ASYNC), "sectors"),
    "global_store_requests": (GLOBAL, STORE, (PLAIN, WMMA), "requests"),
    "global_store_sectors": (GLOBAL, STORE, (PLAIN, WMMA), "sectors"),
    "async_copy_requests": (GLOBAL, LOAD, (ASYNC,), "requests"),
    "async_copy_sectors": (GLOBAL, LOAD, (ASYNC,), "sectors"),
    "async_copy_wavefronts": (SHARED, STORE, (ASYNC,), "wavefronts"),
}


def counters(kernels: Iterable[KernelAccesses]) -> dict[str, int]:
    """What a profiler would count over the launches; without what is not wholly analysed."""
    found = {}
    every = [one for kernel in kernels for one in kernel.accesses]
    for name, (scope, kind, ways, quantity) in COUNTED.items():
        total = Total()
        for one in every:
            if (one.site.scope, one.site.kind) == (scope, kind) and one.site.way in ways:
                total = total.plus(one.measure, scope)
        if not total.incomplete:
            found[name] = getattr(total, quantity)
    return found
