"""Integer minima, maxima and distances, and sums of pairs of 16-bit integers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ...arithmetic import halves, integers
from ...isa.operands import Code
from ...state.registers import Mask
from . import Action, instruction
from .forms import of_words, only_suffixes, unsigned

if TYPE_CHECKING:
    from ..interpreter import Interpreter


_PACKED = {"S16x2": np.int16, "U16x2": np.uint16, "U8x4": np.uint8}


def _lanes(words: np.ndarray, kind: type) -> np.ndarray:
    """The integers of words, with one more axis, the lowest first."""
    return np.ascontiguousarray(words)[..., np.newaxis].view(kind)


@instruction("VIADD")
def add(code: Code, interpreter: Interpreter) -> Action:
    """a + b, or (.16x2) both halves, or (.U8x4) the bytes; a sign belongs to each of them."""
    code.only("16x2", "U8x4")
    if not code.has("16x2", "U8x4"):
        return of_words(code, interpreter, lambda a, b: a + b, 2)
    kind = np.uint8 if code.has("U8x4") else np.uint16
    signs = [operand.kind != "immediate" and operand.negate for operand in code.operands[1:]]
    plain = [
        replace(operand, negate=operand.negate and not sign)
        for operand, sign in zip(code.operands[1:], signs, strict=True)
    ]

    def both(*words: np.ndarray) -> np.ndarray:
        pairs = (_lanes(np.asarray(word, np.uint32), kind) for word in words)
        a, b = (-pair if sign else pair for pair, sign in zip(pairs, signs, strict=True))
        return halves.packed(a + b)

    return of_words(replace(code, operands=(code.operands[0], *plain)), interpreter, both, 2)


@instruction("IMNMX", "VIMNMX", "VIMNMX3", "UIMNMX", "UVIMNMX", "VIADDMNMX")
def extremum(code: Code, interpreter: Interpreter) -> Action:
    """Minimum where the predicate holds, else maximum; VIADDMNMX first adds two sources."""
    code.only("U32", "S32", *_PACKED, "RELU")
    only_suffixes(code)
    registers = interpreter.registers
    write = registers.writer(code.operands[0])
    predicates = [operand for operand in code.operands[1:-1] if operand.kind in ("P", "UP")]
    chosen = [registers.writer(one) for one in predicates]
    if all(one.is_true for one in predicates):
        chosen = []
    sources = [operand for operand in code.operands[1:-1] if operand not in predicates]
    readers = [registers.word(operand) for operand in sources]
    least, signed = registers.condition(code.operands[-1]), not code.has("U32", "U16x2", "U8x4")
    packed, relu = (
        next((_PACKED[name] for name in _PACKED if code.has(name)), None),
        code.has("RELU"),
    )
    in_halves = packed is not None
    if code.has("U8x4") and code.base != "VIMNMX":
        raise code.unknown()
    summed = code.base == "VIADDMNMX"
    if in_halves:
        unsigned(code, *sources)
    many = 2 + (summed or code.base == "VIMNMX3")
    if len(readers) != many or (relu and not signed):
        raise code.unknown()
    if chosen and not (in_halves and many == len(chosen) == 2):
        raise code.unknown()

    def act(mask: Mask) -> None:
        result, *others = (read() for read in readers)
        if summed and in_halves:
            result = halves.packed(halves.halves(result) + halves.halves(others.pop(0)))
        elif summed:
            result = result + others.pop(0)
        elif chosen:
            first = _first_halves(result, others[0], least(), signed)
            for half, write_choice in enumerate(chosen):
                write_choice(first[..., half], mask)
        for other in others:
            if packed:
                result = _packed_extremum(result, other, least(), packed, relu)
            else:
                result = integers.extremum(result, other, least(), signed)
        if relu and not in_halves:
            result = np.where(result.view(np.int32) < 0, np.uint32(0), result)
        write(result, mask)

    return act


def _first_halves(a: np.ndarray, b: np.ndarray, least: np.ndarray, signed: bool) -> np.ndarray:
    """Whether each half of a is taken, the low one first; it is if both are equal."""
    x, y = (halves.halves(array).view(np.int16 if signed else np.uint16) for array in (a, b))
    return np.where(least[..., np.newaxis], x <= y, x >= y)


def _packed_extremum(
    a: np.ndarray, b: np.ndarray, least: np.ndarray, kind: type, relu: bool
) -> np.ndarray:
    x, y = _lanes(a, kind), _lanes(b, kind)
    result = np.where((x < y) == least[..., np.newaxis], x, y)
    return halves.packed(np.maximum(result, 0) if relu else result)


@instruction("VABSDIFF")
def distance(code: Code, interpreter: Interpreter) -> Action:
    code.only("U32")
    signed = not code.has("U32")
    return of_words(code, interpreter, lambda a, b, c: integers.distance(a, b, c, signed), 3)


@instruction("VABSDIFF4")
def byte_distance(code: Code, interpreter: Interpreter) -> Action:
    """Distances of bytes, in their places or (.ACC) all added to c."""
    code.only("U8", "ACC")
    if not code.has("U8"):
        raise code.unknown()
    if code.has("ACC"):
        return of_words(
            code, interpreter, lambda a, b, c: integers.byte_distance(a, b, c, False), 3
        )

    def apart(a: np.ndarray, b: np.ndarray, _c: np.ndarray) -> np.ndarray:
        return integers.byte_distances(a, b, False).astype(np.uint8).view(np.uint32)[..., 0]

    return of_words(code, interpreter, apart, 3)
