"""Finds loads whose value is verified by a compare-and-swap: atomics of other threads may
intervene."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .operands import Code, Operand

# Longest instruction sequence of a compare-and-swap loop.
_LOOP = 24
# AND masks that round an address down to its word, and the truth table of AND in LOP3.
_TO_WORD, _AND = (0xFFFFFFFC, 0xFFFFFFFD), 0xC0


def _is_copy(code: Code) -> bool:
    """Whether an instruction copies its last operand; IMAD does if it adds it to a zero product."""
    return code.base in ("MOV", "UMOV", "R2UR") or (
        code.base == "IMAD" and code.operands[1].is_zero and not code.has("WIDE")
    )


def _sources(operand: Operand, codes: Sequence[Code]) -> list[tuple[str, int]]:
    """Registers that a register or an address was copied from before `codes`, which precede its
    use."""
    sources = [(part.kind, part.index) for part in operand.parts or (operand,)]
    for code in reversed(codes):
        for number, source in enumerate(sources):
            if code.operands and source == (code.operands[0].kind, code.operands[0].index):
                last = code.operands[-1]
                sources[number] = (last.kind, last.index) if _is_copy(code) else ("", 0)
    return sources


def _is_narrow(code: Code, codes: Sequence[Code]) -> bool:
    """Whether a compare-and-swap updates 8 or 16 bits: ptxas and libcu++ implement it on the word
    that contains them, whose address is rounded down."""
    if not code.has("CAS", "CAST") or code.has("64", "128"):
        return False
    address = next(operand for operand in code.operands if operand.kind == "address")
    return any(_is_rounded((part.kind, part.index), codes[: code.at]) for part in address.parts)


def _is_rounded(source: tuple[str, int], codes: Sequence[Code]) -> bool:
    """Whether a register, or the one that it was copied from, was masked by _TO_WORD."""
    for code in reversed(codes):
        if not code.operands or source != (code.operands[0].kind, code.operands[0].index):
            continue
        last = code.operands[-1]
        if _is_copy(code) and last.kind in ("R", "UR"):
            source = last.kind, last.index
        else:
            values = [operand.value for operand in code.operands if operand.kind == "immediate"]
            return (
                code.base in ("LOP3", "ULOP3")
                and _AND in values
                and not {*_TO_WORD}.isdisjoint(values)
            )
    return False


def narrow_swaps(codes: Sequence[Code]) -> frozenset[int]:
    """Compare-and-swaps of 8 or 16 bits, and the loads of their words."""
    swaps = {code.at for code in codes if _is_narrow(code, codes)}
    if not swaps:
        return frozenset()
    loads = (code for code in codes if code.row.access.endswith(".load"))
    return frozenset(
        swaps | {code.at for code in loads if any(s.at in swaps for s in _swaps_at(code, codes))}
    )


def _swaps_at(load: Code, codes: Sequence[Code]) -> Iterator[Code]:
    """Compare-and-swaps that follow a load, at its address."""
    address = load.operands[1]
    place = [(part.kind, part.index) for part in address.parts]
    for code in codes[load.at + 1 : load.at + 1 + _LOOP]:
        if code.has("CAS", "CAST") and any(
            operand.kind == "address"
            and operand.value == address.value
            and _sources(operand, codes[load.at : code.at]) == place
            for operand in code.operands
        ):
            yield code


def swapped_after(code: Code, codes: Sequence[Code]) -> bool:
    """Whether a compare-and-swap of the loaded value at the same address follows."""
    loaded = [("R", code.operands[0].index)]
    return any(
        _sources(operand, codes[code.at + 1 : swap.at]) == loaded
        for swap in _swaps_at(code, codes)
        for operand in swap.operands[-2:]
    )
