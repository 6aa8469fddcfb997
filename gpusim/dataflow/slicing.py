"""The program slice that determines costs: every instruction that control flow, memory addresses or
barriers depend on.

Words of the stack that are accessed only at constant offsets, such as spilled registers, are
followed like registers.

`index_loads` finds the loads whose values addresses or loop counts depend on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from functools import cached_property

from ..isa.compare_and_swap import repeats_swap
from ..isa.decoder import PREDICATES, Code, Guard, Register, address_registers, descriptor_registers
from ..isa.program import Program

# The file of the stack's words, with their offsets as indices.
STACK = "stack"
_POINTER = ("R", 1)
# Live registers, each with the guard under which it is live.
Needs = frozenset[tuple[Register, Guard]]


# --- the stack ------------------------------------------------------------------------------------


def stack_slots(program: Program) -> dict[int, int]:
    """The offset in bytes of each access to local memory, by instruction.

    Empty unless all of them have a constant offset from the stack pointer, which is set before the
    first branch and used for nothing else: then no other instruction reaches these words.
    """
    accesses = {code.at: code for code in program.codes if code.row.memory == "local"}
    branches = (code.at for code in program.codes if "control" in code.row.roles)
    first = min(branches, default=0)
    for code in program.codes:
        if code.at in accesses:
            if _offset(code) is None or code.lane_bytes < 4 or _POINTER in code.writes:
                return {}
        elif _POINTER in code.writes:
            if code.at > first:
                return {}
        elif _POINTER in code.reads:
            return {}
    return {at: _offset(code) or 0 for at, code in accesses.items()}


def _offset(code: Code) -> int | None:
    """The offset of an access from the stack pointer; None for another address."""
    parts = [(part.kind, part.index) for part in code.place.parts]
    return int(code.place.value) if parts == [_POINTER] else None


def slots_of(code: Code, start: int) -> dict[Register, Register]:
    """The words of the stack from offset `start` that an instruction accesses, and the registers
    that it loads or stores."""
    (value,) = (operand for operand in code.operands if operand.kind != "address")
    parts = range(code.lane_bytes // 4)
    return {(STACK, start + 4 * part): ("R", value.index + part) for part in parts}


# --- the slice ------------------------------------------------------------------------------------


def deciding(code: Code) -> frozenset[Register]:
    """Registers, other than address registers, that decide whether an instruction executes or
    what other threads wait for."""
    if code.row.is_counted or (code.writes and "decides" not in code.row.roles):
        return code.guards
    if code.base in ("UTMALDG", "UTMASTG"):
        # Coordinates of a box do not affect costs, nor does the source address of a store.
        first, rank = code.operands[0].parts[0].index, int(code.modifiers[0][0])
        loads = code.base == "UTMALDG"
        place = range(first + (2 if loads else 0), first + (2 if loads else 1) + rank)
        return code.reads - {("UR", index) for index in place}
    return frozenset() if code.base == "STL" else code.reads


@dataclass(frozen=True)
class Slice:
    """Instructions that control flow and addresses depend on.

    `needs` are the registers live in the slice before each instruction. `by_data` are the loads in
    the slice: with any of them, costs depend on data.
    """

    only: frozenset[int]
    needs: tuple[Needs, ...]
    by_data: tuple[Code, ...]

    @cached_property
    def live(self) -> tuple[frozenset[Register], ...]:
        """Live registers before each instruction, under any guard."""
        return tuple(frozenset(register for register, _ in needs) for needs in self.needs)


def counting_slice(
    program: Program,
    *,
    matrices: bool = False,
    stores: frozenset[int] | None = None,
    predicates: bool = False,
) -> Slice:
    """The program slice that determines costs; with `matrices`, wgmma operand addresses as well,
    with `stores` also what these instructions store, but not how long threads sleep. With
    `predicates`, control flow and all predicates that do not depend on loaded data instead, without
    addresses.

    Backward slicing from branches and addresses by liveness (Weiser, "Program slicing", IEEE
    Transactions on Software Engineering 10(4), 1984). A register written under a guard predicate is
    not live before that instruction for readers under the same predicate. Words of the stack at
    constant offsets count as registers; otherwise, values stored to local memory are in the slice
    once it reads any of them.
    """
    follow = program.successors
    decided = deciding_predicates(program) if predicates else {}
    slots = {at: slots_of(program.codes[at], start) for at, start in stack_slots(program).items()}
    before: list[Needs] = [frozenset() for _ in program.codes]
    kept: set[int] = set()
    by_data: dict[int, Code] = {}
    # Live-out sets at the last visit of each instruction.
    seen: list[list[Needs] | None] = [None] * len(program.codes)
    changed, reloads = True, False
    while changed:
        changed = False
        for code in reversed(program.codes):
            pc, loads = code.at, code.row.access == "local.load"
            behind = [before[to] for to in follow[pc]]
            if behind == seen[pc]:
                continue
            seen[pc] = behind
            words = slots.get(pc, {}).keys()
            writes = code.writes if loads else code.writes | words
            after = after_writing(writes, frozenset().union(*behind))
            guard, needed = code.guard, set(_unwritten(code, writes, after))
            reads: frozenset[Register] = frozenset()
            if any(register in writes and under != _opposite(guard) for register, under in after):
                kept.add(pc)
                if code.row.is_counted:
                    by_data[pc] = code
                else:
                    reads = code.reads | words if loads else code.reads
                if loads and not reloads and not words:
                    changed = reloads = True
                    seen = [None] * len(program.codes)
            own = _own_reads(code, bool(writes), matrices, stores, reloads)
            if predicates and code.row.is_counted:
                own = None
            if pc in decided:
                own = decided[pc] | (own or frozenset())
            if own is not None:
                kept.add(pc)
                reads |= own
            needed |= {(register, None if register in code.guards else guard) for register in reads}
            always = {register for register, under in needed if under is None}
            needed = frozenset(need for need in needed if need[1] is None or need[0] not in always)
            if needed != before[pc]:
                before[pc] = needed
                changed = True
    needs = (frozenset(need for need in some if need[0][0] != STACK) for some in before)
    return Slice(frozenset(kept), tuple(needs), tuple(by_data.values()))


def deciding_predicates(program: Program) -> dict[int, frozenset[Register]]:
    """The predicates that each instruction reads, other than carries, of those that do not depend
    on loaded data."""
    tainted: list[frozenset[Register]] = [frozenset() for _ in program.codes]
    pending = list(range(len(program.codes)))
    while pending:
        code = program.codes[pc := pending.pop()]
        loads = code.row.access.endswith(("load", "atomic", "matrix")) or code.base == "SHFL"
        after = tainted[pc] - (frozenset() if code.guards else code.writes)
        after |= code.writes if loads or code.reads & tainted[pc] else frozenset()
        for to in program.successors[pc]:
            if not after <= tainted[to]:
                tainted[to] |= after
                pending.append(to)
    read = {
        code.at: frozenset(
            register for register in code.reads - tainted[code.at] if register[0] in PREDICATES
        )
        for code in program.codes
        if not code.has("X")
    }
    return {pc: registers for pc, registers in read.items() if registers}


def _own_reads(
    code: Code, has_results: bool, matrices: bool, stores: frozenset[int] | None, reloads: bool
) -> frozenset[Register] | None:
    """Registers that an instruction needs whether its results are used or not; None if it is in the
    slice only for its results."""
    if stores is not None and (code.at in stores or code.base == "NANOSLEEP"):
        return code.reads if code.at in stores else code.guards
    if code.row.is_counted:
        return address_registers(code) | code.guards
    if matrices and code.row.pipe == "wgmma":
        return descriptor_registers(code) | code.guards
    if not has_results or "decides" in code.row.roles:
        stays = code.base == "STL" and not reloads
        return address_registers(code) | code.guards if stays else code.reads
    return None


def after_writing(writes: frozenset[Register], needs: Needs) -> Needs:
    """Live-out registers of an instruction, as seen before it: a guard that the instruction writes
    no longer restricts them.
    """
    if not any(under and under[0] in writes for _, under in needs):
        return needs
    return frozenset(
        (register, None if under and under[0] in writes else under) for register, under in needs
    )


def _opposite(guard: Guard) -> Guard | bool:
    """The inverted guard; False (no guard) for None."""
    return (guard[0], not guard[1]) if guard else False


def _unwritten(
    code: Code, writes: frozenset[Register], after: Needs
) -> Iterator[tuple[Register, Guard]]:
    """Live-out registers not defined by the instruction."""
    guard = code.guard
    for register, under in after:
        if register not in writes or code.is_never_executed:
            yield register, under
        elif guard and under != guard:
            yield register, under or _opposite(guard)


# --- loads of indices -----------------------------------------------------------------------------

_LOADS = ("global.load", "global.copy", "global.atomic")
# Stores and loads of the memories that can pass a value to other threads.
_STORES = ("shared.store", "shared.atomic", "local.store", "global.copy")
_RELOADS = ("shared.load", "shared.matrix", "shared.atomic", "local.load")
# Instructions that load, and words of constant bank 0 with a negative sign.
_Loads = frozenset[int]


@dataclass
class IndexUses:
    """What a load's values determine: the addresses of `accesses`, or (`loops`) the end of a
    loop, other than one that repeats a compare-and-swap.

    Of each access, the words of constant bank 0, by offset, that its address also depends on.
    """

    accesses: dict[int, frozenset[int]] = field(default_factory=dict)
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
        given = self._sources(pc, code.reads) | _constants(code)
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
            kept = after.get(register, frozenset()) if code.guard else frozenset()
            after[register] = made | kept
        return {register: loads for register, loads in after.items() if loads}

    def uses(self) -> dict[int, IndexUses]:
        uses: dict[int, IndexUses] = {}
        loops = self.program.innermost_loops
        for code in self.program.codes:
            sources = self._sources(code.at, address_registers(code))
            words = frozenset(-source for source in sources if source < 0)
            for load in sources:
                if load >= 0:
                    uses.setdefault(load, IndexUses()).accesses[code.at] = words
            first, last = loops.get(code.at, (0, -1))
            leaves = code.base == "BRA" and any(
                not first <= target <= last or target == first for target in self.follow[code.at]
            )
            if last >= 0 and leaves and not repeats_swap(code, self.program.codes):
                for load in self._sources(code.at, code.reads):
                    if load >= 0:
                        uses.setdefault(load, IndexUses()).loops = True
        return uses


def _constants(code: Code) -> _Loads:
    """The words of constant bank 0 that an instruction reads; an operand may have 64 bits."""
    width = code.lane_bytes if code.base in ("LDC", "ULDC") else 8
    return frozenset(
        -word
        for operand in code.operands
        if operand.kind == "constant" and operand.bank == 0
        for word in range(operand.index, operand.index + width, 4)
    )
