"""Control-flow graph of a kernel, and the program slice that determines costs.

The slice holds every instruction that control flow, memory addresses or barriers depend on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..launch import Program
from .dependences import Dependences, Register
from .operands import Code, Operand
from .stack_slots import STACK, reads_slots, with_stack_slots

# Their addresses are register pairs without a suffix.
_ATOMICS = ("global.atomic", "global.reduction")


def successors(program: Program) -> list[tuple[int, ...]]:
    """Successors of each instruction; a return continues after any call."""
    calls = tuple(code.at + 1 for code in program.codes if code.base == "CALL")
    return [_after(code, program, calls) for code in program.codes]


def _after(code: Code, program: Program, calls: tuple[int, ...]) -> tuple[int, ...]:
    follows: set[int] = set()
    always = code.predicate is None
    if code.base == "CALL" and code.operands[0].kind != "label":
        # The target may be any function; an external one returns to the next instruction.
        follows.update(pc for label, pc in program.labels.items() if label.startswith("$"))
        follows.add(code.at + 1)
    elif code.base in ("BRA", "CALL"):
        follows.add(program.labels[next(o.text for o in code.operands if o.kind == "label")])
        always = always and not any(operand.kind != "label" for operand in code.operands)
    elif code.base == "BRX":
        # nvdisasm appends the labels of the jump table.
        labels = re.findall(r"\.L_\w+", code.instruction.operands)
        follows.update(program.labels[label] for label in labels)
    elif code.base == "RET":
        follows.update(calls)
    elif "exit" not in code.row.roles:
        always = False
    if not always and code.at + 1 < len(program.codes):
        follows.add(code.at + 1)
    return tuple(sorted(follows))


def innermost_loops(program: Program) -> dict[int, tuple[int, int]]:
    """Instruction -> (first, last) of the innermost loop around it; `last` is its back edge."""
    loops = []
    for code in program.codes:
        labels = (operand.text for operand in code.operands if operand.kind == "label")
        first = program.labels.get(next(labels, ""), len(program.codes))
        if code.base == "BRA" and first <= code.at:
            loops.append((code.at - first, first, code.at))
    innermost: dict[int, tuple[int, int]] = {}
    for _, first, last in sorted(loops):
        for pc in range(first, last + 1):
            innermost.setdefault(pc, (first, last))
    return innermost


def is_wide(code: Code, place: Operand, part: Operand) -> bool:
    """Whether a register of an address is the lower one of a 64-bit pair.

    Global atomics and generic accesses use pairs without the `.64` suffix.
    """
    pairs = code.row.access in _ATOMICS or code.base in ("LD", "ST")
    return ".64" in part.suffix or (pairs and not place.suffix and not part.suffix)


def descriptor_registers(code: Code) -> set[Register]:
    """Registers of a wgmma's matrix descriptors, two for each matrix."""
    return {
        ("UR", operand.index + part)
        for operand in code.operands
        if operand.kind == "address" and operand.suffix == "gdesc"
        for part in range(4)
    }


def address_registers(code: Code) -> set[Register]:
    """Registers that an instruction's addresses are computed from."""
    needed: set[Register] = set()
    for operand in code.operands:
        if operand.kind == "address" and operand.suffix != "gdesc":
            for part in operand.parts:
                needed.add((part.kind, part.index))
                if is_wide(code, operand, part):
                    needed.add((part.kind, part.index + 1))
    return needed


def deciding(code: Code, noted: Dependences) -> set[Register]:
    """Registers, other than address registers, that decide whether an instruction executes or
    what other threads wait for."""
    if code.row.is_counted or (noted.writes and "decides" not in code.row.roles):
        return noted.guards
    if code.base in ("UTMALDG", "UTMASTG"):
        # Coordinates of a box do not affect costs, nor does the source address of a store.
        first, rank = code.operands[0].parts[0].index, int(code.modifiers[0][0])
        loads = code.base == "UTMALDG"
        place = range(first + (2 if loads else 0), first + (2 if loads else 1) + rank)
        return {
            register for register in noted.reads if register[0] != "UR" or register[1] not in place
        }
    return set() if code.base == "STL" else noted.reads


# Guard predicate under which a register is live, and whether inverted; None: always.
Guard = tuple[Register, bool] | None
Needs = frozenset[tuple[Register, Guard]]


def guard_of(code: Code) -> Guard:
    """The guard predicate and whether it is inverted; None if the instruction always executes."""
    predicate = code.predicate
    if predicate is None or predicate.is_true:
        return None
    return (predicate.kind, predicate.index), predicate.invert


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
    dependences: Sequence[Dependences],
    *,
    matrices: bool = False,
    stores: frozenset[int] | None = None,
) -> Slice:
    """The program slice that determines costs; with `matrices`, wgmma operand addresses as well,
    with `stores` also what these instructions store, but not how long threads sleep.

    Backward slicing from branches and addresses by liveness (Weiser, "Program slicing", IEEE
    Transactions on Software Engineering 10(4), 1984). A register written under a guard predicate is
    not live before that instruction for readers under the same predicate. Words of the stack at
    constant offsets count as registers; otherwise, values stored to local memory are in the slice
    once it reads any of them.
    """
    follow, dependences = successors(program), with_stack_slots(program, dependences)
    before: list[Needs] = [frozenset() for _ in program.codes]
    kept: set[int] = set()
    by_data: dict[int, Code] = {}
    # Live-out sets at the last visit of each instruction.
    seen: list[list[Needs] | None] = [None] * len(program.codes)
    changed, reloads = True, False
    while changed:
        changed = False
        for code in reversed(program.codes):
            pc, noted = code.at, dependences[code.at]
            behind = [before[to] for to in follow[pc]]
            if behind == seen[pc]:
                continue
            seen[pc] = behind
            after = after_writing(noted, frozenset().union(*behind))
            guard, needed = guard_of(code), set(_unwritten(code, noted, after))
            reads: set[Register] = set()
            if any(
                register in noted.writes and under != _opposite(guard) for register, under in after
            ):
                kept.add(pc)
                if code.row.is_counted:
                    by_data[pc] = code
                else:
                    reads = noted.reads
                if code.base == "LDL" and not reloads and not reads_slots(noted):
                    changed = reloads = True
                    seen = [None] * len(program.codes)
            own = _own_reads(code, noted, matrices, stores, reloads)
            if own is not None:
                kept.add(pc)
                reads = own
            needed |= {
                (register, None if register in noted.guards else guard) for register in reads
            }
            always = {register for register, under in needed if under is None}
            needed = frozenset(need for need in needed if need[1] is None or need[0] not in always)
            if needed != before[pc]:
                before[pc] = needed
                changed = True
    needs = (frozenset(need for need in some if need[0][0] != STACK) for some in before)
    return Slice(frozenset(kept), tuple(needs), tuple(by_data.values()))


def _own_reads(
    code: Code,
    noted: Dependences,
    matrices: bool,
    stores: frozenset[int] | None,
    reloads: bool,
) -> set[Register] | frozenset[Register] | None:
    """Registers that an instruction needs whether its results are used or not; None if it is in the
    slice only for its results."""
    if stores is not None and (code.at in stores or code.base == "NANOSLEEP"):
        return noted.reads if code.at in stores else noted.guards
    if code.row.is_counted:
        return address_registers(code) | noted.guards
    if matrices and code.row.pipe == "wgmma":
        return descriptor_registers(code) | noted.guards
    if not noted.writes or "decides" in code.row.roles:
        stays = code.base == "STL" and not reloads
        return address_registers(code) | noted.guards if stays else noted.reads
    return None


def after_writing(noted: Dependences, needs: Needs) -> Needs:
    """Live-out registers of an instruction, as seen before it: a guard that the instruction writes
    no longer restricts them.
    """
    if not any(under and under[0] in noted.writes for _, under in needs):
        return needs
    return frozenset(
        (register, None if under and under[0] in noted.writes else under)
        for register, under in needs
    )


def _opposite(guard: Guard) -> Guard | bool:
    """The inverted guard; False (no guard) for None."""
    return (guard[0], not guard[1]) if guard else False


def _unwritten(code: Code, noted: Dependences, after: Needs) -> Iterator[tuple[Register, Guard]]:
    """Live-out registers not defined by the instruction."""
    guard = guard_of(code)
    never = code.predicate is not None and code.predicate.is_true and code.predicate.invert
    for register, under in after:
        if register not in noted.writes or never:
            yield register, under
        elif guard and under != guard:
            yield register, under or _opposite(guard)
