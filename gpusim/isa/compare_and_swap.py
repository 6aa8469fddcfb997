"""Finds loads whose value is verified by a compare-and-swap: atomics of other threads may
intervene."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .decoder import Code, Operand

# Longest instruction sequence of a compare-and-swap loop.
_LOOP = 24
# AND masks that round an address down to its word, and the truth table of AND in LOP3.
_TO_WORD, _AND = (0xFFFFFFFC, 0xFFFFFFFD), 0xC0
# The lower selectors of a PRMT that copies the lower half of its first source.
_LOW_HALF = 0x10


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


def _unmasked(operand: Operand, masks: tuple[int, ...], codes: Sequence[Code]) -> tuple[str, int]:
    """The register that a register was copied or masked from in `codes`, which precede its use."""
    source = operand.kind, operand.index
    for code in reversed(codes):
        if not code.operands or source != (code.operands[0].kind, code.operands[0].index):
            continue
        values = [each.value for each in code.operands if each.kind == "immediate"]
        is_mask = code.base in ("LOP3", "ULOP3") and values[1:] == [_AND] and values[0] in masks
        low_half = code.base == "PRMT" and [value & 0xFF for value in values] == [_LOW_HALF]
        if not (_is_copy(code) or is_mask or low_half):
            break
        masked = code.operands[-1 if _is_copy(code) else 1]
        source = masked.kind, masked.index
    return source


def _holds(expected: Operand, loaded: tuple[str, int], codes: Sequence[Code]) -> bool:
    """Whether a PRMT of `codes` inserted the loaded 8 or 16 bits into a word."""
    made = (expected.kind, expected.index)
    for number in reversed(range(len(codes))):
        code = codes[number]
        if code.operands and made == (code.operands[0].kind, code.operands[0].index):
            return code.base == "PRMT" and any(
                _unmasked(operand, (0xFF, 0xFFFF), codes[:number]) == loaded
                for operand in (code.operands[1], code.operands[3])
            )
    return False


def _swapped_in_word(load: Code, codes: Sequence[Code]) -> bool:
    """Whether a compare-and-swap of the word of 8 or 16 loaded bits expects these bits."""
    place = [(part.kind, part.index) for part in load.operands[1].parts]
    after = codes[load.at + 1 : load.at + 1 + _LOOP]
    for number, swap in enumerate(after):
        if not swap.has("CAS", "CAST"):
            continue
        address = next(operand for operand in swap.operands if operand.kind == "address")
        before = codes[max(0, load.at - _LOOP) : swap.at]
        word = [_unmasked(part, _TO_WORD, before) for part in address.parts]
        loaded = ("R", load.operands[0].index)
        if word == place and _holds(swap.operands[-2], loaded, after[:number]):
            return True
    return False


def swapped_after(code: Code, codes: Sequence[Code]) -> bool:
    """Whether a compare-and-swap of the loaded value at the same address follows."""
    if code.has("U8", "S8", "U16", "S16"):
        return _swapped_in_word(code, codes)
    loaded = [("R", code.operands[0].index, code.at)], 0
    return any(
        _sum(operand, swap.at, codes) == loaded
        for swap in _swaps_at(code, codes)
        for operand in swap.operands[-2:]
    )


def repeats_swap(branch: Code, codes: Sequence[Code]) -> bool:
    """Whether a branch compares the result of a compare-and-swap of shared memory just before it:
    a loop that it repeats ends when no other thread intervenes, whatever the values are."""
    guard = branch.predicate
    swapped: int | None = None
    decided = False
    for code in codes[max(0, branch.at - _LOOP) : branch.at]:
        if code.base == "ATOMS" and code.has("CAS"):
            swapped = code.operands[0].index
        elif guard and _writes(code, guard.kind, guard.index):
            decided = code.base == "ISETP" and any(
                operand.kind == "R" and operand.index == swapped for operand in code.operands
            )
    return decided
