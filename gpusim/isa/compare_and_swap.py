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


def _summands(code: Code) -> Sequence[Operand] | None:
    """The operands whose sum an instruction computes; None if it computes anything else."""
    if _is_copy(code):
        return code.operands[-1:]
    if code.base not in ("IADD3", "UIADD3", "VIADD") or code.has("X") or code.predicate:
        return None
    terms = [operand for operand in code.operands[1:] if operand.kind not in ("P", "UP")]
    plain = all(
        term.kind in ("R", "UR", "immediate") and not (term.negate or term.invert) for term in terms
    )
    return terms if plain else None


def _sum(
    operand: Operand, at: int, codes: Sequence[Code]
) -> tuple[list[tuple[str, int, int]], int]:
    """A register or an address before instruction `at`, as a sum: registers that no copy or
    addition defines, each with the instruction that defines it (-1: none), and a constant."""
    terms, constant = [], int(operand.value) if operand.kind == "address" else 0
    pending = [(part, at) for part in operand.parts or (operand,)]
    while pending:
        part, before = pending.pop()
        if part.kind == "immediate":
            constant += int(part.value)
        elif not part.is_zero:
            register = part.kind, part.index
            defined = (n for n in range(before - 1, -1, -1) if _writes(codes[n], *register))
            last = next(defined, -1)
            summands = None if last < 0 else _summands(codes[last])
            if summands is None:
                terms.append((*register, last))
            else:
                pending += [(summand, last) for summand in summands]
    return sorted(terms), constant % (1 << 32)


def _writes(code: Code, kind: str, index: int) -> bool:
    """Whether an instruction's first operand is a register, or a vector that contains it."""
    if not code.operands or code.operands[0].kind != kind:
        return False
    count = 4 if code.has("128") else 2 if code.has("64", "WIDE") else 1
    return 0 <= index - code.operands[0].index < count


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
    place = None
    for code in codes[load.at + 1 : load.at + 1 + _LOOP]:
        if not code.has("CAS", "CAST"):
            continue
        place = place or _sum(load.operands[1], load.at, codes)
        if any(
            operand.kind == "address" and _sum(operand, code.at, codes) == place
            for operand in code.operands
        ):
            yield code


def swapped_after(code: Code, codes: Sequence[Code]) -> bool:
    """Whether a compare-and-swap of the loaded value at the same address follows."""
    loaded = [("R", code.operands[0].index, code.at)], 0
    return any(
        _sum(operand, swap.at, codes) == loaded
        for swap in _swaps_at(code, codes)
        for operand in swap.operands[-2:]
    )
