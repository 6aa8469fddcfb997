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
            operand.kind == "R" and operand.index == destination.index
            for operand in code_after.operands[-2:]
        )
        for code_after in codes[code.at + 1 : code.at + 1 + _LOOP]
    )
