"""Comparisons and predicate logic."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...arithmetic import floats, halves, integers
from ...arithmetic.rounding import BFLOAT16
from ...arithmetic.special import division_leaves_range
from ...isa.operands import Code
from ...state.registers import Mask, Words
from . import Action, instruction
from .forms import chosen, combination, double, half_format, half_pairs, only_suffixes, unsigned

if TYPE_CHECKING:
    from ..interpreter import Interpreter

_ALWAYS = {"T": True, "F": False}
_FLOATS = {name: name for name in floats.COMPARISONS}


def _setter(code: Code, interpreter: Interpreter, compared: Words) -> Action:
    """Returns a function that writes a comparison and its negation, each combined with the incoming
    predicate."""
    registers = interpreter.registers
    yes, no = (registers.writer(operand) for operand in code.operands[:2])
    wanted = not code.operands[1].is_true
    incoming, combined = registers.condition(code.operands[4]), combination(code)

    def act(mask: Mask) -> None:
        truth, before = compared(), incoming()
        first = combined(truth, before)
        second = combined(~np.asarray(truth), before) if wanted else None
        yes(first, mask)
        if wanted:
            no(second, mask)

    return act


@instruction("ISETP", "UISETP")
def integer_comparison(code: Code, interpreter: Interpreter) -> Action:
    """Integer comparison.

    .EX compares upper words; if they are equal, the last predicate, that of the lower words,
    decides.
    """
    code.only(*integers.ORDERED, *_ALWAYS, "U32", "S64", "U64", "AND", "OR", "XOR", "EX")
    only_suffixes(code)
    name, long = code.modifiers[0], code.has("S64", "U64")
    if long and (code.has("EX") or name in _ALWAYS):
        raise code.unknown()
    read = interpreter.registers.long if long else interpreter.registers.word
    a, b = (read(operand) for operand in code.operands[2:4])
    as_is, signed = code.has("U32", "U64"), np.int64 if long else np.int32

    def words() -> tuple[np.ndarray, np.ndarray]:
        x, y = a(), b()
        return (x, y) if as_is else (x.view(signed), y.view(signed))

    if name in _ALWAYS:
        truth = np.full(interpreter.threads, _ALWAYS[name])
        return _setter(code, interpreter, lambda: truth)
    compare = integers.ORDERED[name]
    if not code.has("EX"):
        return _setter(code, interpreter, lambda: compare(*words()))
    lower = interpreter.registers.condition(code.operands[5])

    def extended() -> np.ndarray:
        x, y = words()
        return np.where(x == y, lower(), compare(x, y))

    return _setter(code, interpreter, extended)


@instruction("FSETP", "UFSETP")
def float_comparison(code: Code, interpreter: Interpreter) -> Action:
    code.only(*_FLOATS, "FTZ", "AND", "OR", "XOR")
    only_suffixes(code)
    how, ftz = chosen(code, _FLOATS, ""), code.has("FTZ")
    a, b = (interpreter.registers.float_bits(operand) for operand in code.operands[2:4])
    return _setter(code, interpreter, lambda: floats.compared(a(), b(), how, ftz=ftz))


@instruction("DSETP")
def double_comparison(code: Code, interpreter: Interpreter) -> Action:
    """float64 comparison.

    .MIN and .MAX return whether the first operand is the minimum or maximum, with -0 < +0 and NaN
    ignored. The second predicate returns whether both are NaN, which ptxas then makes quiet.
    """
    code.only(*_FLOATS, "MIN", "MAX", "AND", "OR", "XOR")
    only_suffixes(code)
    a, b = (double(code, interpreter, operand) for operand in code.operands[2:4])
    if not code.has("MIN", "MAX"):
        how = chosen(code, _FLOATS, "")
        return _setter(
            code,
            interpreter,
            lambda: floats.compared_values(a().view(np.float64), b().view(np.float64), how),
        )
    if not code.operands[4].is_true or code.operands[4].invert or not code.has("AND"):
        raise code.unknown()
    first, both = (interpreter.registers.writer(operand) for operand in code.operands[:2])
    least = code.has("MIN")

    def act(mask: Mask) -> None:
        x, y = (read().view(np.float64) for read in (a, b))
        lesser = (x < y) | ((x == y) & np.signbit(x))
        greater = (x > y) | ((x == y) & np.signbit(y))
        nan_x, nan_y = np.isnan(x), np.isnan(y)
        first((lesser if least else greater) | (nan_y & ~nan_x), mask)
        both(nan_x & nan_y, mask)

    return act


@instruction("HSETP2")
def half_comparison(code: Code, interpreter: Interpreter) -> Action:
    """Comparison of halves: the first predicate is for the lower halves, the second for the upper
    ones."""
    code.only(*_FLOATS, "FTZ", "BF16_V2", "AND", "OR", "XOR")
    registers = interpreter.registers
    low, high = (registers.writer(operand) for operand in code.operands[:2])
    compared, incoming = _halves_compared(code, interpreter, 2)
    combined = combination(code)

    def act(mask: Mask) -> None:
        truth, before = compared(), incoming()
        first, second = (combined(truth[..., part], before) for part in (0, 1))
        low(first, mask)
        high(second, mask)

    return act


def _halves_compared(code: Code, interpreter: Interpreter, first: int) -> tuple[Words, Words]:
    """The comparison of the operands from `first` on, and the incoming predicate."""
    how, ftz, of = chosen(code, _FLOATS, ""), code.has("FTZ"), half_format(code)
    a, b = half_pairs(code, interpreter, code.operands[first:-1])
    incoming = interpreter.registers.condition(code.operands[-1])
    return lambda: halves.compared(a(), b(), how, of, ftz=ftz), incoming


@instruction("FSET")
def float_set(code: Code, interpreter: Interpreter) -> Action:
    """A comparison as 1.0 (.BF), or as a word of ones."""
    code.only(*_FLOATS, "BF", "FTZ", "AND", "OR", "XOR")
    only_suffixes(code)
    how, ftz, combined = chosen(code, _FLOATS, ""), code.has("FTZ"), combination(code)
    registers = interpreter.registers
    a, b = (registers.float_bits(operand) for operand in code.operands[1:3])
    write, incoming = registers.writer(code.operands[0]), registers.condition(code.operands[3])
    true = floats.ONE if code.has("BF") else np.uint32(0xFFFFFFFF)

    def act(mask: Mask) -> None:
        truth = combined(floats.compared(a(), b(), how, ftz=ftz), incoming())
        write(np.where(truth, true, np.uint32(0)), mask)

    return act


@instruction("HSET2")
def half_set(code: Code, interpreter: Interpreter) -> Action:
    """Comparisons of both halves, each as 1.0 (.BF) or as ones."""
    code.only(*_FLOATS, "BF", "FTZ", "BF16_V2", "AND", "OR", "XOR")
    compared, incoming = _halves_compared(code, interpreter, 1)
    combined, write = combination(code), interpreter.registers.writer(code.operands[0])
    one_bits = 0x3F80 if half_format(code) is BFLOAT16 else 0x3C00
    true = np.uint16(one_bits if code.has("BF") else 0xFFFF)

    def act(mask: Mask) -> None:
        truth = combined(compared(), np.asarray(incoming())[..., np.newaxis])
        write(halves.packed(np.where(truth, true, np.uint16(0))), mask)

    return act


@instruction("FCHK")
def division_check(code: Code, interpreter: Interpreter) -> Action:
    code.only()
    only_suffixes(code)
    a, b = (interpreter.registers.float_bits(operand) for operand in code.operands[1:3])
    write = interpreter.registers.writer(code.operands[0])
    return lambda mask: write(division_leaves_range(a(), b()), mask)


@instruction("PLOP3", "UPLOP3")
def predicate_logic(code: Code, interpreter: Interpreter) -> Action:
    """Two truth tables of three predicates; R5.SIGN is a register's sign bit."""
    code.only("LUT")
    only_suffixes(code, ".SIGN")
    registers = interpreter.registers
    first, second = (registers.writer(operand) for operand in code.operands[:2])
    readers = []
    for operand in code.operands[2:5]:
        if operand.kind in ("P", "UP"):
            readers.append(registers.condition(operand))
            continue
        unsigned(code, operand)
        if operand.suffix != ".SIGN":
            raise code.unknown(f"operand {operand.text}")
        raw = registers.raw(operand)
        readers.append(lambda raw=raw: raw() >> np.uint32(31) != 0)
    tables = [int(operand.value) for operand in code.operands[5:7]]

    def act(mask: Mask) -> None:
        truths = [read() for read in readers]
        made = [integers.logic(*truths, table) for table in tables]
        first(made[0], mask)
        second(made[1], mask)

    return act
