"""Words of the stack that are accessed only at constant offsets, such as spilled registers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..launch import Program
from .dependences import Dependences, Register
from .operands import Code

# The file of the stack's words, with their offsets as indices.
STACK = "stack"
_POINTER = ("R", 1)
_NARROW = ("U8", "S8", "U16", "S16")


def stack_slots(program: Program, dependences: Sequence[Dependences]) -> dict[int, int]:
    """The offset in bytes of each access to local memory, by instruction.

    Empty unless all of them have a constant offset from the stack pointer, which is set before the
    first branch and used for nothing else: then no other instruction reaches these words.
    """
    accesses = {code.at: code for code in program.codes if code.row.memory == "local"}
    branches = (code.at for code in program.codes if "control" in code.row.roles)
    first = min(branches, default=0)
    for code in program.codes:
        noted = dependences[code.at]
        if code.at in accesses:
            if _address(code) is None or code.has(*_NARROW) or _POINTER in noted.writes:
                return {}
        elif _POINTER in noted.writes:
            if code.at > first:
                return {}
        elif _POINTER in noted.reads:
            return {}
    return {at: _address(code) or 0 for at, code in accesses.items()}


def _address(code: Code) -> int | None:
    """The offset of an access from the stack pointer; None for another address."""
    (place,) = (operand for operand in code.operands if operand.kind == "address")
    parts = [(part.kind, part.index) for part in place.parts]
    return int(place.value) if parts == [_POINTER] else None


def slot_registers(code: Code) -> list[Register]:
    """The registers that an access to the stack loads or stores, in order of their words."""
    (value,) = (operand for operand in code.operands if operand.kind != "address")
    count = 4 if code.has("128") else 2 if code.has("64") else 1
    return [("R", value.index + part) for part in range(count)]


def slots_of(code: Code, start: int) -> dict[Register, Register]:
    """The words of the stack from offset `start` that an instruction accesses, and their
    registers."""
    return {(STACK, start + 4 * part): one for part, one in enumerate(slot_registers(code))}


def with_stack_slots(program: Program, dependences: Sequence[Dependences]) -> list[Dependences]:
    """Dependences in which the words of `stack_slots` are registers too."""
    every = list(dependences)
    for at, start in stack_slots(program, dependences).items():
        code, noted = program.codes[at], dependences[at]
        words, loads = slots_of(code, start).keys(), code.row.access == "local.load"
        every[at] = replace(
            noted, **{"reads": noted.reads | words} if loads else {"writes": noted.writes | words}
        )
    return every


def reads_slots(noted: Dependences) -> bool:
    """Whether the dependences of `with_stack_slots` have words of the stack as sources."""
    return any(file == STACK for file, _ in noted.reads)
