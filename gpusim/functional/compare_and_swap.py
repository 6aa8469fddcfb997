"""Finds loads whose value is verified by a compare-and-swap: atomics of other threads may
intervene."""

from __future__ import annotations

from collections.abc import Sequence

from ..isa.operands import Code, Operand
from ..launch import Program

# Longest instruction sequence of a compare-and-swap loop.
_LOOP = 24


def _is_copy(code: Code) -> bool:
    """Whether an instruction copies its last operand; IMAD does if it adds it to a zero product."""
    return code.base in ("MOV", "UMOV", "R2UR") or (
        code.base == "IMAD" and code.operands[1].is_zero and not code.has("WIDE")
    )


def _sources(address: Operand, codes: Sequence[Code]) -> list[tuple[str, int]]:
    """Registers that an address was copied from before `codes`, which precede its use."""
    sources = [(part.kind, part.index) for part in address.parts]
    for code in reversed(codes):
        for number, source in enumerate(sources):
            if code.operands and source == (code.operands[0].kind, code.operands[0].index):
                last = code.operands[-1]
                sources[number] = (last.kind, last.index) if _is_copy(code) else ("", 0)
    return sources


def _is_from(operand: Operand, register: int, codes: Sequence[Code]) -> bool:
    """Whether an operand is a register, or has bytes of it that a PRMT of `codes` inserted into.

    ptxas compares 16 bits by a compare-and-swap of their word, whose other half must not change.
    """
    if operand.kind != "R":
        return False
    if operand.index == register:
        return True
    writers = (
        code
        for code in reversed(codes)
        if code.operands and (code.operands[0].kind, code.operands[0].index) == ("R", operand.index)
    )
    made = next(writers, None)
    return made is not None and made.base == "PRMT" and made.operands[1].index == register


def swapped_after(code: Code, program: Program) -> bool:
    """Whether a compare-and-swap of the loaded value at the same address follows."""
    address, destination, codes = code.operands[1], code.operands[0], program.codes
    place = [(part.kind, part.index) for part in address.parts]
    return any(
        code_after.has("CAS", "CAST")
        and any(
            operand.kind == "address"
            and operand.value == address.value
            and _sources(operand, codes[code.at : code_after.at]) == place
            for operand in code_after.operands
        )
        and any(
            _is_from(operand, destination.index, codes[code.at + 1 : code_after.at])
            for operand in code_after.operands[-2:]
        )
        for code_after in codes[code.at + 1 : code.at + 1 + _LOOP]
    )
