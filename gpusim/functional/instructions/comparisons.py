"""Comparisons and predicate logic."""

from __future__ import annotations

import numpy as np

from ...arithmetic import floats, halves, integers
from ...isa.decoder import Code
from ...state.execution import Execution
from ...state.registers import Mask, Words
from . import (
    Action,
    combination,
    double,
    first_of,
    half_format,
    half_pairs,
    instruction,
    only_suffixes,
    unsigned,
)
from .arithmetic import COMPARISONS

_ALWAYS = {"T": True, "F": False}


def _setter(code: Code, execution: Execution, compared: Words) -> Action:
    """Returns a function that writes a comparison and its negation, each combined with the incoming
    predicate."""
    registers = execution.registers
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
def integer_comparison(code: Code, execution: Execution) -> Action:
    """Integer comparison.

    .EX compares upper words; if they are equal, the last predicate, that of the lower words,
    decides.
    """
    code.only(*integers.ORDERED, *_ALWAYS, "U32", "S64", "U64", "AND", "OR", "XOR", "EX")
    only_suffixes(code)
    name, long = code.modifiers[0], code.has("S64", "U64")
    if long and (code.has("EX") or name in _ALWAYS):
        raise code.unknown()
    read = execution.registers.long if long else execution.registers.word
    a, b = (read(operand) for operand in code.operands[2:4])
    as_is, signed = code.has("U32", "U64"), np.int64 if long else np.int32

    def words() -> tuple[np.ndarray, np.ndarray]:
        x, y = a(), b()
        return (x, y) if as_is else (x.view(signed), y.view(signed))

    if name in _ALWAYS:
        truth = np.full(execution.threads, _ALWAYS[name])
        return _setter(code, execution, lambda: truth)
    compare = integers.ORDERED[name]
    if not code.has("EX"):
        return _setter(code, execution, lambda: compare(*words()))
    lower = execution.registers.condition(code.operands[5])

    def extended() -> np.ndarray:
        x, y = words()
        return np.where(x == y, lower(), compare(x, y))

    return _setter(code, execution, extended)


@instruction("FSETP", "UFSETP")
def float_comparison(code: Code, execution: Execution) -> Action:
    code.only(*COMPARISONS, "FTZ", "AND", "OR", "XOR")
    only_suffixes(code)
    how, ftz = first_of(code, COMPARISONS, ""), code.has("FTZ")
    a, b = (execution.registers.float_bits(operand) for operand in code.operands[2:4])
    return _setter(code, execution, lambda: floats.compared(a(), b(), how, ftz=ftz))


@instruction("DSETP")
def double_comparison(code: Code, execution: Execution) -> Action:
    """float64 comparison.

    .MIN and .MAX return whether the first operand is the minimum or maximum, with -0 < +0 and NaN
    ignored. The second predicate returns whether both are NaN, which ptxas then makes quiet.
    """
    code.only(*COMPARISONS, "MIN", "MAX", "AND", "OR", "XOR")
    only_suffixes(code)
    a, b = (double(code, execution, operand) for operand in code.operands[2:4])
    if not code.has("MIN", "MAX"):
        how = first_of(code, COMPARISONS, "")
        return _setter(
            code,
            execution,
            lambda: floats.compared_values(a().view(np.float64), b().view(np.float64), how),
        )
    if not code.operands[4].is_true or code.operands[4].invert or not code.has("AND"):
        raise code.unknown()
    first, both = (execution.registers.writer(operand) for operand in code.operands[:2])
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
def half_comparison(code: Code, execution: Execution) -> Action:
    """Comparison of halves: the first predicate is for the lower halves, the second for the upper
    ones."""
    code.only(*COMPARISONS, "FTZ", "BF16_V2", "AND", "OR", "XOR")
    registers = execution.registers
    low, high = (registers.writer(operand) for operand in code.operands[:2])
    how, ftz, of = first_of(code, COMPARISONS, ""), code.has("FTZ"), half_format(code)
    a, b = half_pairs(code, execution, code.operands[2:-1])
    incoming, combined = registers.condition(code.operands[-1]), combination(code)

    def act(mask: Mask) -> None:
        truth, before = halves.compared(a(), b(), how, of, ftz=ftz), incoming()
        first, second = (combined(truth[..., part], before) for part in (0, 1))
        low(first, mask)
        high(second, mask)

    return act


@instruction("PLOP3", "UPLOP3")
def predicate_logic(code: Code, execution: Execution) -> Action:
    """Two truth tables of three predicates; R5.SIGN is a register's sign bit."""
    code.only("LUT")
    only_suffixes(code, ".SIGN")
    registers = execution.registers
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
