"""Finds loads whose value is verified by a compare-and-swap: atomics of other threads may
intervene."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .decoder import PREDICATES, Code, Operand, Register

# Longest instruction sequence of a compare-and-swap loop.
_LOOP = 24
# AND masks that round an address down to its word, those that keep its lowest bits, and the truth
# table of AND in LOP3.
_TO_WORD, _TO_PART, _AND = (0xFFFFFFFC, 0xFFFFFFFD), (0xFF, 0xFFFF), 0xC0
# The lower selectors of a PRMT that copies the lower half of its first source.
_LOW_HALF = 0x10
_SWAPS = ("CAS", "CAST")
Masks = Sequence[int]


def _is_copy(code: Code) -> bool:
    """Whether an instruction copies its last operand; IMAD does if it adds it to a zero product."""
    return code.base in ("MOV", "UMOV", "R2UR") or (
        code.base == "IMAD" and code.operands[1].is_zero and not code.has("WIDE")
    )


def _mask(code: Code) -> int | None:
    """The bits of its first source that an instruction keeps; None if it computes anything else."""
    values = [int(each.value) for each in code.operands if each.kind == "immediate"]
    if code.base in ("LOP3", "ULOP3") and values[1:] == [_AND]:
        return values[0]
    low_half = code.base == "PRMT" and [value & 0xFF for value in values] == [_LOW_HALF]
    return 0xFFFF if low_half else None


def _summands(code: Code, masks: Masks) -> Sequence[Operand] | None:
    """The operands whose sum an instruction computes, apart from bits that one of `masks` clears;
    None if it computes anything else."""
    if _is_copy(code):
        return code.operands[-1:]
    if code.operands[0].kind in ("R", "UR") and _mask(code) in masks:
        return code.operands[1:2]
    if code.base not in ("IADD3", "UIADD3", "VIADD") or code.has("X") or code.predicate:
        return None
    terms = [operand for operand in code.operands[1:] if operand.kind not in PREDICATES]
    plain = all(
        term.kind in ("R", "UR", "immediate") and not (term.negate or term.invert) for term in terms
    )
    return terms if plain else None


def _definition(register: Register, at: int, codes: Sequence[Code]) -> int:
    """The last instruction before `at` that writes a register; -1 if there is none."""
    return next((n for n in range(at - 1, -1, -1) if register in codes[n].writes), -1)


def _sum(
    operand: Operand, at: int, codes: Sequence[Code], masks: Masks = ()
) -> tuple[list[tuple[str, int, int]], int]:
    """A register or an address before instruction `at`, as a sum: registers that no copy,
    addition or mask defines, each with the instruction that defines it, and a constant."""
    terms, constant = [], int(operand.value) if operand.kind == "address" else 0
    pending = [(part, at) for part in operand.parts or (operand,)]
    while pending:
        part, before = pending.pop()
        if part.kind == "immediate":
            constant += int(part.value)
        elif not part.is_zero:
            register = part.kind, part.index
            last = _definition(register, before, codes)
            summands = None if last < 0 else _summands(codes[last], masks)
            if summands is None:
                terms.append((*register, last))
            else:
                pending += [(summand, last) for summand in summands]
    return sorted(terms), constant % (1 << 32)


def _is_narrow(code: Code, codes: Sequence[Code]) -> bool:
    """Whether a compare-and-swap updates 8 or 16 bits: ptxas and libcu++ implement it on the word
    that contains them, whose address is rounded down."""
    if not code.has(*_SWAPS) or code.has("64", "128"):
        return False
    place = code.place, code.at, codes
    return _sum(*place, _TO_WORD) != _sum(*place)


def narrow_swaps(codes: Sequence[Code]) -> frozenset[int]:
    """Compare-and-swaps of 8 or 16 bits, and the loads of their words."""
    swaps = {code.at for code in codes if _is_narrow(code, codes)}
    if not swaps:
        return frozenset()
    loads = (code for code in codes if code.row.access.endswith(".load"))
    return frozenset(
        swaps | {code.at for code in loads if any(s.at in swaps for s in _swaps_at(code, codes))}
    )


def _swaps_at(load: Code, codes: Sequence[Code], masks: Masks = ()) -> Iterator[Code]:
    """Compare-and-swaps that follow a load, at its address or, with `masks`, at that of its
    word."""
    place = None
    for code in codes[load.at + 1 : load.at + 1 + _LOOP]:
        if code.has(*_SWAPS):
            place = place or _sum(load.operands[1], load.at, codes, masks)
            if _sum(code.place, code.at, codes, masks) == place:
                yield code


def swapped_after(code: Code, codes: Sequence[Code]) -> bool:
    """Whether a compare-and-swap at the same address follows, which expects the loaded value, or a
    word into which a PRMT inserted the loaded 8 or 16 bits."""
    loaded = [("R", code.operands[0].index, code.at)], 0
    if not code.has("U8", "S8", "U16", "S16"):
        return any(
            _sum(operand, swap.at, codes) == loaded
            for swap in _swaps_at(code, codes)
            for operand in swap.operands[-2:]
        )
    for swap in _swaps_at(code, codes, _TO_WORD):
        expected = swap.operands[-2]
        made = codes[_definition((expected.kind, expected.index), swap.at, codes)]
        if made.base == "PRMT" and any(
            _sum(operand, made.at, codes, _TO_PART) == loaded
            for operand in (made.operands[1], made.operands[3])
        ):
            return True
    return False


def repeats_swap(branch: Code, codes: Sequence[Code]) -> bool:
    """Whether a branch compares the result of a compare-and-swap of shared memory just before it:
    a loop that it repeats ends when no other thread intervenes, whatever the values are."""
    swapped: int | None = None
    decided = False
    for code in codes[max(0, branch.at - _LOOP) : branch.at]:
        if code.base == "ATOMS" and code.has("CAS"):
            swapped = code.operands[0].index
        elif branch.guards & code.writes:
            decided = code.base == "ISETP" and any(
                operand.kind == "R" and operand.index == swapped for operand in code.operands
            )
    return decided
