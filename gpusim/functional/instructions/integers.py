"""Integer arithmetic: add, multiply, shift, logic, bits and bytes.

Not recorded on a GPU (docs/results/instructions-*.json): LEA.HI.X.SX32, ULEA, UIADD3 without .X,
UIADD3.64 and USHF.L.U32. They are computed like the recorded LEA, LEA.HI, IADD3 and SHF forms.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from ...arithmetic import halves, integers
from ...isa.operands import Code, Operand
from ...state.registers import Mask, Words
from . import Action, instruction
from .forms import only_suffixes, unsigned

if TYPE_CHECKING:
    from ..interpreter import Interpreter

_PREDICATES = ("P", "UP")


def _simple(code: Code, interpreter: Interpreter, function: Callable, count: int) -> Action:
    """An instruction with `count` source words and one result."""
    only_suffixes(code)
    readers = [interpreter.registers.word(operand) for operand in code.operands[1 : count + 1]]
    if len(code.operands) != count + 1:
        raise code.unknown("number of operands")
    write = interpreter.registers.writer(code.operands[0])
    return lambda mask: write(function(*(read() for read in readers)), mask)


def _terms(interpreter: Interpreter, operands: tuple[Operand, ...]) -> list[Words]:
    """Summands for carry propagation; a negated one is its complement plus one."""
    readers = []
    for operand in operands:
        if operand.negate and operand.kind != "immediate":
            raw = interpreter.registers.raw(operand)
            readers.append(lambda raw=raw: integers.negated(raw()))
        elif not operand.is_zero or operand.invert:
            readers.append(interpreter.registers.word(operand))
    return readers


@instruction("IADD", "IADD3", "UIADD3")
def add3(code: Code, interpreter: Interpreter) -> Action:
    """IADD3. The first carry-out predicate: the sum carries; the second: it carries twice."""
    code.only("X", "64")
    only_suffixes(code)
    if code.has("64"):
        return _add_pairs(code, interpreter)
    destination, *rest = code.operands
    outgoing = [operand for operand in rest[:2] if operand.kind in _PREDICATES]
    summands = tuple(rest[len(outgoing) : len(outgoing) + 3])
    incoming = rest[len(outgoing) + 3 :]
    if bool(incoming) != code.has("X") or len(summands) != 3:
        raise code.unknown()
    registers = interpreter.registers
    write = registers.writer(destination)
    if not outgoing and not incoming:
        a, b, c = (registers.word(summand) for summand in summands)
        if summands[2].is_zero:
            return lambda mask: write(a() + b(), mask)
        return lambda mask: write(a() + b() + c(), mask)
    terms = _terms(interpreter, summands)
    carries = [
        registers.condition(carry) for carry in incoming if not (carry.is_true and carry.invert)
    ]
    writers = [registers.writer(operand) for operand in outgoing]

    def act(mask: Mask) -> None:
        total, out = integers.add_with_carry(
            [np.uint32(0), *(read() for read in terms)], [read() for read in carries]
        )
        write(total, mask)
        for threshold, put in enumerate(writers, 1):
            put(out >= threshold, mask)

    return act


def _add_pairs(code: Code, interpreter: Interpreter) -> Action:
    """64-bit sum of register pairs, without carries."""
    destination, *summands = code.operands
    # Sign extension does not matter for these immediates.
    known = (summand.kind in ("R", "UR") or 0 <= summand.value < 1 << 31 for summand in summands)
    plain = not any(summand.invert or summand.absolute for summand in summands)
    if (
        code.has("X")
        or len(summands) != (2 if code.base == "IADD" else 3)
        or not plain
        or not all(known)
    ):
        raise code.unknown()
    write = interpreter.registers.pair_writer(destination)
    plus, minus = (
        [interpreter.registers.pair(summand) for summand in summands if summand.negate == sign]
        for sign in (False, True)
    )

    def act(mask: Mask) -> None:
        total = np.zeros(interpreter.threads, np.uint64)
        for read in plus:
            total += read()
        for read in minus:
            total -= read()
        write(total, mask)

    return act


@instruction("VIADD")
def add(code: Code, interpreter: Interpreter) -> Action:
    code.only("16x2")
    if not code.has("16x2"):
        return _simple(code, interpreter, lambda a, b: a + b, 2)

    def both(a: np.ndarray, b: np.ndarray) -> np.ndarray:
        return halves.packed(halves.halves(a) + halves.halves(b))

    return _simple(code, interpreter, both, 2)


@instruction("LEA", "ULEA")
def shifted_add(code: Code, interpreter: Interpreter) -> Action:
    """(a << shift) + b; .HI: the upper word of the pair (a, c), or of a's sign extension
    (.SX32).
    """
    code.only("HI", "X", "SX32")
    only_suffixes(code)
    registers = interpreter.registers
    write, rest = registers.writer(code.operands[0]), list(code.operands[1:])
    carry_out = registers.writer(rest.pop(0)) if rest[0].kind in _PREDICATES else None
    carry_in = registers.condition(rest.pop()) if code.has("X") else None
    shift = int(rest.pop().value)
    a, high = registers.word(rest[0]), None
    (addend,) = _terms(interpreter, (rest[1],)) or [lambda: np.uint32(0)]
    upper = code.has("HI")
    if upper and rest[0].negate:
        raise code.unknown(f"operand {rest[0].text}")
    if upper and not code.has("SX32"):
        unsigned(code, rest[2])
        high = registers.raw(rest.pop())
    if len(rest) != 2 or (carry_out and rest[0].negate):
        raise code.unknown()

    def act(mask: Mask) -> None:
        first = a()
        if upper:
            first = integers.shifted_high(
                first, high() if high else integers.sign_word(first), shift
            )
            total, out = integers.add_with_carry(
                [first, addend()], [carry_in()] if carry_in else []
            )
        else:
            total, out = integers.shift_add(first, addend(), shift)
        write(total, mask)
        if carry_out:
            carry_out(out != 0, mask)

    if code.has("X") and not upper:
        raise code.unknown()
    return act


# --- products -------------------------------------------------------------------------------------


@instruction("IMAD", "UIMAD")
def multiply_add(code: Code, interpreter: Interpreter) -> Action:
    code.only("MOV", "IADD", "SHL", "U32", "X", "WIDE", "HI")
    only_suffixes(code)
    if code.has("WIDE", "HI"):
        return _multiply_wide(code, interpreter)
    destination, *factors, addend = code.operands[:4]
    registers = interpreter.registers
    write, c = registers.writer(destination), registers.word(addend)
    a, b = (registers.word(factor) for factor in factors)
    if len(code.operands) != 4 + code.has("X"):
        raise code.unknown()
    if code.has("X"):
        carry = registers.condition(code.operands[4])
        return lambda mask: write(a() * b() + c() + carry(), mask)
    if any(factor.is_zero for factor in factors):
        return lambda mask: write(c(), mask)
    if factors[1].kind == "immediate" and factors[1].value == 1:
        return lambda mask: write(a() + c(), mask)
    return lambda mask: write(a() * b() + c(), mask)


def _multiply_wide(code: Code, interpreter: Interpreter) -> Action:
    """.WIDE: 64 bits of a * b + c; .HI: the upper word; c is a register pair."""
    registers, rest = interpreter.registers, list(code.operands)
    destination = rest.pop(0)
    carry_out = registers.writer(rest.pop(0)) if rest[0].kind in _PREDICATES else None
    carry_in = registers.condition(rest.pop()) if code.has("X") else None
    a_from, b_from, c_from = rest
    unsigned(code, a_from, b_from, c_from)
    if c_from.kind == "immediate":
        raise code.unknown(f"operand {c_from.text}")
    signed = not code.has("U32")
    if (carry_out or carry_in) and signed:
        raise code.unknown()
    a, b, c = registers.word(a_from), registers.word(b_from), registers.pair(c_from)
    if code.has("HI"):
        word = registers.writer(destination)

        def write(total: np.ndarray, mask: Mask) -> None:
            word(integers.high_word(total), mask)
    else:
        write = registers.pair_writer(destination)
    if not carry_out and not carry_in:
        return lambda mask: write(integers.multiply_wide(a(), b(), c(), signed), mask)

    def act(mask: Mask) -> None:
        carry = carry_in() if carry_in else np.False_
        total, out = integers.multiply_wide_carry(a(), b(), c(), carry)
        write(total, mask)
        if carry_out:
            carry_out(out, mask)

    return act


@instruction("IDP")
def dot(code: Code, interpreter: Interpreter) -> Action:
    code.only("4A", "2A", "LO", "HI", "S8", "U8", "S16", "U16")
    *_, first, second = code.modifiers
    signs = first[0] == "S", second[0] == "S"
    if code.has("4A"):
        return _simple(code, interpreter, lambda a, b, c: integers.dot4(a, b, c, *signs), 3)
    upper = code.has("HI")
    return _simple(code, interpreter, lambda a, b, c: integers.dot2(a, b, c, *signs, upper), 3)


# --- shifts and logic -----------------------------------------------------------------------------


@instruction("SHF", "USHF")
def shift(code: Code, interpreter: Interpreter) -> Action:
    """Sources: lower word, amount, upper word."""
    code.only("L", "R", "W", "HI", "U32", "S32", "U64", "S64")
    form = {
        "left": code.has("L"),
        "upper": code.has("HI"),
        "is_signed": code.has("S32", "S64"),
        "bits": 64 if code.has("U64", "S64") else 32,
        "wrap": code.has("W"),
    }
    amount = code.operands[2]
    if amount.kind == "immediate" and not form["is_signed"] and amount.value < 32:
        by = np.uint32(int(amount.value))
        if form["left"] and not form["upper"]:
            return _simple(code, interpreter, lambda low, _amount, _high: low << by, 3)
        if not form["left"] and form["upper"]:
            return _simple(code, interpreter, lambda _low, _amount, high: high >> by, 3)
    return _simple(
        code,
        interpreter,
        lambda low, amount, high: integers.funnel_shift(low, high, amount, **form),
        3,
    )


@instruction("LOP3", "ULOP3")
def logic(code: Code, interpreter: Interpreter) -> Action:
    """A bitwise function of three words; the predicate is whether the result is nonzero."""
    code.only("LUT", "PAND")
    only_suffixes(code)
    registers, rest = interpreter.registers, list(code.operands)
    flag = rest.pop(0) if rest[0].kind in _PREDICATES else None
    destination, *words, table, incoming = rest
    a, b, c = (registers.word(word) for word in words)
    write, made = registers.writer(destination), int(table.value)
    if flag is None:
        return lambda mask: write(integers.logic(a(), b(), c(), made), mask)
    put, before = registers.writer(flag), registers.condition(incoming)
    combined = np.logical_and if code.has("PAND") else np.logical_or

    def act(mask: Mask) -> None:
        result = integers.logic(a(), b(), c(), made)
        truth = combined(result != 0, before())
        write(result, mask)
        put(truth, mask)

    return act


@instruction("PRMT", "UPRMT")
def permute(code: Code, interpreter: Interpreter) -> Action:
    code.only(*integers.PERMUTATIONS)
    mode = code.modifiers[0] if code.modifiers else ""
    return _simple(code, interpreter, lambda a, how, b: integers.permute(a, how, b, mode), 3)


# --- bits -----------------------------------------------------------------------------------------


_OF_A_WORD = {
    **dict.fromkeys(("POPC", "UPOPC"), integers.population_count),
    **dict.fromkeys(("BREV", "UBREV"), integers.reverse_bits),
    "IABS": integers.absolute,
}


@instruction(*_OF_A_WORD)
def function_of_a_word(code: Code, interpreter: Interpreter) -> Action:
    code.only()
    return _simple(code, interpreter, _OF_A_WORD[code.base], 1)


@instruction("FLO", "UFLO")
def leading_one(code: Code, interpreter: Interpreter) -> Action:
    code.only("U32", "SH")
    signed, amount = not code.has("U32"), code.has("SH")
    return _simple(code, interpreter, lambda a: integers.leading_one(a, signed, amount), 1)


@instruction("BMSK", "UBMSK")
def bit_mask(code: Code, interpreter: Interpreter) -> Action:
    code.only("W")
    return _simple(
        code, interpreter, lambda start, width: integers.bit_mask(start, width, code.has("W")), 2
    )


@instruction("SGXT", "USGXT")
def extend(code: Code, interpreter: Interpreter) -> Action:
    code.only("U32", "W")
    signed, wrap = not code.has("U32"), code.has("W")
    return _simple(code, interpreter, lambda a, width: integers.extend(a, width, signed, wrap), 2)


# --- minima, distances ----------------------------------------------------------------------------


@instruction("IMNMX", "VIMNMX", "VIMNMX3", "UIMNMX", "VIADDMNMX")
def extremum(code: Code, interpreter: Interpreter) -> Action:
    """Minimum where the predicate holds, else maximum; VIADDMNMX first adds two sources."""
    code.only("U32", "S32", "S16x2", "U16x2", "RELU")
    only_suffixes(code)
    registers = interpreter.registers
    write = registers.writer(code.operands[0])
    readers = [registers.word(operand) for operand in code.operands[1:-1]]
    least, signed = registers.condition(code.operands[-1]), not code.has("U32", "U16x2")
    in_halves, relu = code.has("S16x2", "U16x2"), code.has("RELU")
    summed = code.base == "VIADDMNMX"
    many = 2 + (summed or code.base == "VIMNMX3")
    if len(readers) != many or (relu and not signed) or (summed and in_halves):
        raise code.unknown()

    def act(mask: Mask) -> None:
        result, *others = (read() for read in readers)
        if summed:
            result = result + others.pop(0)
        for other in others:
            if in_halves:
                result = _extremum_of_halves(result, other, least(), signed, relu)
            else:
                result = integers.extremum(result, other, least(), signed)
        if relu and not in_halves:
            result = np.where(result.view(np.int32) < 0, np.uint32(0), result)
        write(result, mask)

    return act


def _extremum_of_halves(
    a: np.ndarray, b: np.ndarray, least: np.ndarray, signed: bool, relu: bool
) -> np.ndarray:
    kind = np.int16 if signed else np.uint16
    x, y = (halves.halves(array).view(kind) for array in (a, b))
    result = np.where((x < y) == least[..., np.newaxis], x, y)
    return halves.packed(np.maximum(result, 0) if relu else result)


@instruction("VABSDIFF")
def distance(code: Code, interpreter: Interpreter) -> Action:
    code.only("U32")
    signed = not code.has("U32")
    return _simple(code, interpreter, lambda a, b, c: integers.distance(a, b, c, signed), 3)


@instruction("VABSDIFF4")
def byte_distance(code: Code, interpreter: Interpreter) -> Action:
    """Distances of bytes, in their places or (.ACC) all added to c."""
    code.only("U8", "ACC")
    if not code.has("U8"):
        raise code.unknown()
    if code.has("ACC"):
        return _simple(code, interpreter, lambda a, b, c: integers.byte_distance(a, b, c, False), 3)

    def apart(a: np.ndarray, b: np.ndarray, _c: np.ndarray) -> np.ndarray:
        return integers.byte_distances(a, b, False).astype(np.uint8).view(np.uint32)[..., 0]

    return _simple(code, interpreter, apart, 3)
