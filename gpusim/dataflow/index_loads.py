"""Finds loads of indices: values that addresses or loop counts depend on."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field

from ..isa.compare_and_swap import repeats_swap
from ..isa.decoder import Register, address_registers
from ..isa.program import Program
from .slicing import guard_of

_LOADS = ("global.load", "global.copy", "global.atomic")
# Stores and loads of the memories that can pass a value to other threads.
_STORES = ("shared.store", "shared.atomic", "local.store", "global.copy")
_RELOADS = ("shared.load", "shared.matrix", "shared.atomic", "local.load")
_Loads = frozenset[int]


@dataclass
class IndexUses:
    """What a load's values determine: the addresses of `accesses`, or (`loops`) the end of a
    loop, other than one that repeats a compare-and-swap."""

    accesses: set[int] = field(default_factory=set)
    loops: bool = False


def index_loads(program: Program) -> Mapping[int, IndexUses]:
    """Loads of global memory whose values are used as indices, by instruction.

    A forward data-flow analysis of the loads that each register depends on. Shared and local memory
    count as one variable each; global memory passes nothing on.
    """
    analysis = _Analysis(program)
    while analysis.changes():
        pass
    return analysis.uses()


class _Analysis:
    """Loads that the registers before each instruction depend on."""

    def __init__(self, program: Program) -> None:
        self.program, self.follow = program, program.successors
        self.stored: dict[str, _Loads] = {"shared": frozenset(), "local": frozenset()}

    def changes(self) -> bool:
        """Propagate through the registers; returns whether memory passes on more loads than
        before."""
        stored = dict(self.stored)
        self.before: list[dict[Register, _Loads]] = [{} for _ in self.program.codes]
        work, visited = [0], set()
        while work:
            pc = work.pop()
            visited.add(pc)
            after = self._after(pc)
            for target in self.follow[pc]:
                known = self.before[target]
                changed = target not in visited
                for register, loads in after.items():
                    old = known.get(register, frozenset())
                    if not loads <= old:
                        known[register] = old | loads
                        changed = True
                if changed and target not in work:
                    work.append(target)
        return self.stored != stored

    def _sources(self, pc: int, registers: Set[Register]) -> _Loads:
        known = self.before[pc]
        return frozenset().union(*(known.get(register, frozenset()) for register in registers))

    def _after(self, pc: int) -> dict[Register, _Loads]:
        code = self.program.codes[pc]
        row = code.row
        given = self._sources(pc, code.reads)
        if row.access in _STORES:
            memory = "local" if row.memory == "local" else "shared"
            more = frozenset({pc}) if row.access == "global.copy" else given
            self.stored[memory] |= more
        made = given
        if row.access in _LOADS:
            made = frozenset({pc})
        elif row.access in _RELOADS:
            made = self.stored[row.memory]
        after = dict(self.before[pc])
        for register in code.writes:
            kept = after.get(register, frozenset()) if guard_of(code) else frozenset()
            after[register] = made | kept
        return {register: loads for register, loads in after.items() if loads}

    def uses(self) -> dict[int, IndexUses]:
        uses: dict[int, IndexUses] = {}
        loops = self.program.innermost_loops
        for code in self.program.codes:
            for load in self._sources(code.at, address_registers(code)):
                uses.setdefault(load, IndexUses()).accesses.add(code.at)
            first, last = loops.get(code.at, (0, -1))
            leaves = code.base == "BRA" and any(
                not first <= target <= last or target == first for target in self.follow[code.at]
            )
            if last >= 0 and leaves and not repeats_swap(code, self.program.codes):
                for load in self._sources(code.at, code.reads):
                    uses.setdefault(load, IndexUses()).loops = True
        return uses
