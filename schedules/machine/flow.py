"""Where control goes from each instruction, and what decides where it goes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .dependences import Dependences, Register
from .launch import Program
from .operands import Code

_ENDS = frozenset(("EXIT", "KILL", "BPT"))
# What moves data between memory and lanes, at an address that a slice has to know.
ACCESSES = frozenset(
    ("LDG", "STG", "LD", "ST", "LDS", "STS", "LDSM", "LDGSTS")
    + ("RED", "REDG", "ATOM", "ATOMG", "ATOMS")
)
# What has to happen so that threads go where they go; barriers wait for all of a block.
_DECIDES = frozenset(("SYNCS", "UTMALDG", "ELECT", "VOTE", "VOTEU"))


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


def address_registers(code: Code) -> set[Register]:
    """Registers that an instruction's addresses are made of."""
    needed: set[Register] = set()
    for operand in code.operands:
        if operand.kind == "address" and operand.suffix != "gdesc":
            for part in operand.parts:
                needed.add((part.kind, part.index))
                if ".64" in part.suffix:
                    needed.add((part.kind, part.index + 1))
    return needed


def counting_slice(
    program: Program, dependences: Sequence[Dependences]
) -> tuple[set[int], list[Code]]:
    """Instructions that decide where threads go and which addresses they access, and loads that do.

    Backwards from branches and addresses, as liveness is found (Weiser, "Program slicing",
    IEEE Transactions on Software Engineering 10(4), 1984). With a load among them what a kernel
    costs depends on its data.
    """
    follow = successors(program)
    before: list[set[Register]] = [set() for _ in program.codes]
    kept: set[int] = set()
    by_data: dict[int, Code] = {}
    changed = True
    while changed:
        changed = False
        for code in reversed(program.codes):
            at, noted = code.at, dependences[code.at]
            wanted = set().union(*(before[after] for after in follow[at]))
            needed = set(wanted)
            if noted.writes & wanted:
                kept.add(at)
                if code.predicate is None:
                    needed -= noted.writes
                if code.base in ACCESSES:
                    by_data[at] = code
                else:
                    needed |= noted.reads
            if code.base in ACCESSES:
                kept.add(at)
                needed |= address_registers(code) | noted.guards
            elif not noted.writes or code.base in _DECIDES:
                kept.add(at)
                needed |= noted.reads
            if needed != before[at]:
                before[at] = needed
                changed = True
    return kept, list(by_data.values())
