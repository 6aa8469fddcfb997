"""Where control goes from each instruction, and what decides where it goes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..launch import Program
from .dependences import Dependences, Register
from .operands import Code, Operand

_ENDS = frozenset(("EXIT", "KILL", "BPT"))
# What moves data between memory and lanes, at an address that a slice has to know.
ACCESSES = frozenset(
    ("LDG", "STG", "LD", "ST", "LDS", "STS", "LDSM", "LDGSTS")
    + ("RED", "REDG", "ATOM", "ATOMG", "ATOMS")
)
_ATOMICS = ("RED", "REDG", "ATOM", "ATOMG")
# wgmma of 16-bit and of 8-bit factors.
MATRICES = ("HGMMA", "QGMMA")
# What has to happen so that threads go where they go; barriers wait for all of a block.
DECIDES = frozenset(("SYNCS", "UTMALDG", "ELECT", "VOTE", "VOTEU"))


def successors(program: Program) -> list[tuple[int, ...]]:
    """Indices of the instructions that may follow each one; a return follows every call."""
    calls = tuple(code.at + 1 for code in program.codes if code.base == "CALL")
    return [_after(code, program, calls) for code in program.codes]


def _after(code: Code, program: Program, calls: tuple[int, ...]) -> tuple[int, ...]:
    follows: set[int] = set()
    always = code.predicate is None
    if code.base in ("BRA", "CALL"):
        follows.add(program.labels[next(o.text for o in code.operands if o.kind == "label")])
        always = always and not any(one.kind != "label" for one in code.operands)
    elif code.base == "BRX":
        # nvdisasm writes the labels of its table behind it.
        labels = re.findall(r"\.L_\w+", code.instruction.operands)
        follows.update(program.labels[label] for label in labels)
    elif code.base == "RET":
        follows.update(calls)
    elif code.base not in _ENDS:
        always = False
    if not always and code.at + 1 < len(program.codes):
        follows.add(code.at + 1)
    return tuple(sorted(follows))


def innermost_loops(program: Program) -> dict[int, tuple[int, int]]:
    """By instruction the shortest loop around it: the first one, and the one that jumps back."""
    loops = []
    for code in program.codes:
        labels = (one.text for one in code.operands if one.kind == "label")
        first = program.labels.get(next(labels, ""), len(program.codes))
        if code.base == "BRA" and first <= code.at:
            loops.append((code.at - first, first, code.at))
    found: dict[int, tuple[int, int]] = {}
    for _, first, last in sorted(loops):
        for at in range(first, last + 1):
            found.setdefault(at, (first, last))
    return found


def is_wide(code: Code, place: Operand, part: Operand) -> bool:
    """Whether a register of an address is the lower one of a pair.

    Atomic operations on global memory name pairs without saying so.
    """
    return ".64" in part.suffix or (code.base in _ATOMICS and not place.suffix)


def descriptor_registers(code: Code) -> set[Register]:
    """Those of the matrix descriptors of a wgmma: two a matrix."""
    return {
        ("UR", operand.index + part)
        for operand in code.operands
        if operand.kind == "address" and operand.suffix == "gdesc"
        for part in range(4)
    }


def address_registers(code: Code) -> set[Register]:
    """Registers that an instruction's addresses are made of."""
    needed: set[Register] = set()
    for operand in code.operands:
        if operand.kind == "address" and operand.suffix != "gdesc":
            for part in operand.parts:
                needed.add((part.kind, part.index))
                if is_wide(code, operand, part):
                    needed.add((part.kind, part.index + 1))
    return needed


def deciding(code: Code, noted: Dependences) -> set[Register]:
    """Registers but those of addresses that decide whether an instruction runs, and what others
    wait for."""
    if code.base in ACCESSES or (noted.writes and code.base not in DECIDES):
        return noted.guards
    if code.base in ("UTMALDG", "UTMASTG"):
        # Where in its array a box lies costs nothing here, nor where one that is stored comes from.
        first, rank = code.operands[0].parts[0].index, int(code.modifiers[0][0])
        loads = code.base == "UTMALDG"
        place = range(first + (2 if loads else 0), first + (2 if loads else 1) + rank)
        return {one for one in noted.reads if one[0] != "UR" or one[1] not in place}
    return set() if code.base == "STL" else noted.reads


# The predicate under which a register is needed, and whether it has to be false; None: always.
Guard = tuple[Register, bool] | None
Needs = frozenset[tuple[Register, Guard]]


def guard_of(code: Code) -> Guard:
    """The predicate under which an instruction runs."""
    predicate = code.predicate
    if predicate is None or predicate.is_true:
        return None
    return (predicate.kind, predicate.index), predicate.invert


@dataclass(frozen=True)
class Slice:
    """Instructions that decide where threads go and which addresses they access.

    `needs` are the registers that they need before each instruction, `by_data` loads among them.
    """

    only: frozenset[int]
    needs: tuple[Needs, ...]
    by_data: tuple[Code, ...]

    @cached_property
    def live(self) -> tuple[frozenset[Register], ...]:
        """The registers that are needed under whatever predicate."""
        return tuple(frozenset(register for register, _ in needs) for needs in self.needs)


def counting_slice(
    program: Program, dependences: Sequence[Dependences], *, matrices: bool = False
) -> Slice:
    """What has to run so that costs are known; with `matrices`, where wgmma's operands lie too.

    Backwards from branches and addresses, as liveness is found (Weiser, "Program slicing",
    IEEE Transactions on Software Engineering 10(4), 1984). With a load among them what a kernel
    costs depends on its data. What is written under a predicate is not needed before by what reads
    it under the same one.
    """
    follow = successors(program)
    before: list[Needs] = [frozenset() for _ in program.codes]
    kept: set[int] = set()
    by_data: dict[int, Code] = {}
    # What was needed behind each instruction when it was last looked at.
    seen: list[list[Needs] | None] = [None] * len(program.codes)
    changed = True
    while changed:
        changed = False
        for code in reversed(program.codes):
            at, noted = code.at, dependences[code.at]
            behind = [before[to] for to in follow[at]]
            if behind == seen[at]:
                continue
            seen[at] = behind
            after = after_writing(noted, frozenset().union(*behind))
            guard, needed = guard_of(code), set(_unwritten(code, noted, after))
            reads: set[Register] = set()
            if any(one in noted.writes and under != _opposite(guard) for one, under in after):
                kept.add(at)
                if code.base in ACCESSES:
                    by_data[at] = code
                else:
                    reads = noted.reads
            if code.base in ACCESSES:
                kept.add(at)
                reads = address_registers(code) | noted.guards
            elif matrices and code.base in MATRICES:
                kept.add(at)
                reads = descriptor_registers(code) | noted.guards
            elif not noted.writes or code.base in DECIDES:
                kept.add(at)
                reads = noted.reads
            needed |= {(one, None if one in noted.guards else guard) for one in reads}
            always = {one for one, under in needed if under is None}
            needed = frozenset(one for one in needed if one[1] is None or one[0] not in always)
            if needed != before[at]:
                before[at] = needed
                changed = True
    return Slice(frozenset(kept), tuple(before), tuple(by_data.values()))


def after_writing(noted: Dependences, needs: Needs) -> Needs:
    """What is needed behind an instruction, as seen before it: a predicate that it writes is
    another one there."""
    if not any(under and under[0] in noted.writes for _, under in needs):
        return needs
    return frozenset(
        (one, None if under and under[0] in noted.writes else under) for one, under in needs
    )


def _opposite(guard: Guard) -> Guard | bool:
    """The opposite predicate; of none nothing that a register is needed under."""
    return (guard[0], not guard[1]) if guard else False


def _unwritten(code: Code, noted: Dependences, after: Needs) -> Iterator[tuple[Register, Guard]]:
    """What of what is needed behind an instruction it does not write."""
    guard = guard_of(code)
    never = code.predicate is not None and code.predicate.is_true and code.predicate.invert
    for one, under in after:
        if one not in noted.writes or never:
            yield one, under
        elif guard and under != guard:
            yield one, under or _opposite(guard)
