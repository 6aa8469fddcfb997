"""Induction rules of sums and products."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...isa.operands import Code, Operand
from ...state.registers import Mask
from .progression import (
    FOREVER,
    WORDS,
    InductionVariable,
    joined,
    least,
    signed,
    signed_until,
    split,
    unsigned_until,
    within,
    wrapped,
)
from .variables import InductionVariables, Rule

_PREDICATES = ("P", "UP")


def total(code: Code, induction: InductionVariables) -> Rule | None:
    """Sum with carry-in and carry-out."""
    if code.has("64"):
        return None
    destination, *rest = code.operands
    outgoing = [operand for operand in rest[:2] if operand.kind in _PREDICATES]
    terms = rest[len(outgoing) :]
    words = [induction.word(term) for term in terms if term.kind not in _PREDICATES]
    carries = [induction.truth(term) for term in terms if term.kind in _PREDICATES]
    summands = [_summand(term, induction) for term in terms if term.kind not in _PREDICATES]

    def go_on(mask: Mask) -> None:
        read, into = [word() for word in words], [carry() for carry in carries]
        until = least(*(variable.until for variable in (*read, *into)))
        if outgoing:
            made = [summand() for summand in summands]
            total = sum(variable.value for variable in made) + sum(
                np.int64(1) * variable.value for variable in into
            )
            delta = sum(variable.delta for variable in made)
            known = least(until, *(variable.until for variable in made), _carry_until(total, delta))
            for carry in outgoing:
                induction.put(carry, np.int64(0), known, mask)
        induction.put(destination, sum(variable.delta for variable in read), until, mask)

    return go_on


def _summand(operand: Operand, induction: InductionVariables) -> Callable[[], InductionVariable]:
    """A summand for carry propagation; a subtracted word is complemented, as in
    `integers.negated`."""
    if operand.kind == "immediate" or not (operand.negate or operand.invert):
        read = induction.word(operand)
        return lambda: (variable := read())._replace(until=unsigned_until(variable))
    raw = induction.raw(operand)
    most = WORDS if operand.negate else WORDS - 1

    def going() -> InductionVariable:
        variable = raw()
        return InductionVariable(most - variable.value, -variable.delta, unsigned_until(variable))

    return going


def _carry_until(total: np.ndarray, delta: np.ndarray) -> np.ndarray:
    """The number of repetitions for which the carry-out stays the same."""
    return within(total & WORDS - 1, delta, 0, WORDS)


def add(code: Code, induction: InductionVariables) -> Rule | None:
    return None if code.has("16x2") else total(code, induction)


def multiply_add(code: Code, induction: InductionVariables) -> Rule | None:
    if code.has("WIDE", "HI"):
        return _multiply_wide(code, induction)
    destination = code.operands[0]
    a, b, c = (induction.word(operand) for operand in code.operands[1:4])
    carry = induction.truth(code.operands[4]) if code.has("X") else None

    def go_on(mask: Mask) -> None:
        x, y, z = a(), b(), c()
        until = least(x.until, y.until, z.until, carry().until if carry else np.int64(FOREVER))
        until = np.where((x.delta != 0) & (y.delta != 0), 0, until)
        delta = x.delta * y.value + x.value * y.delta + z.delta
        induction.put(destination, delta, until, mask)

    return go_on


def _multiply_wide(code: Code, induction: InductionVariables) -> Rule | None:
    if code.has("X") or code.operands[1].kind in _PREDICATES:
        return None
    if code.operands[3].negate or code.operands[3].invert:
        return None
    a, b = (induction.raw(operand) for operand in code.operands[1:3])
    c = induction.pair(code.operands[3])
    unsigned = code.has("U32")

    def go_on(mask: Mask) -> None:
        x, y, z = a(), b(), c()
        going = [unsigned_until(array) if unsigned else signed_until(array) for array in (x, y)]
        until = np.where((x.delta != 0) & (y.delta != 0), 0, least(*going, z.until))
        first, second = (x.value, y.value) if unsigned else (signed(x.value), signed(y.value))
        total = first * second + z.value
        delta = x.delta * second + first * y.delta + z.delta
        _put_halves(induction, code, total, delta, until, mask)

    return go_on


def _put_halves(
    induction: InductionVariables,
    code: Code,
    total: np.ndarray,
    delta: np.ndarray,
    until: np.ndarray,
    mask: Mask,
) -> None:
    """Put a 64-bit result in two registers, or with .HI its upper word in one."""
    destination = code.operands[0]
    lower, upper, known = split(total, delta, 32)
    if not code.has("HI"):
        induction.put(destination, lower, until, mask)
    induction.put(destination, upper, np.minimum(until, known), mask, 0 if code.has("HI") else 1)


def shift_add(code: Code, induction: InductionVariables) -> Rule | None:
    rest = list(code.operands[1:])
    carry_out = rest.pop(0) if rest[0].kind in _PREDICATES else None
    carry_in = induction.truth(rest.pop()) if code.has("X") else None
    shift = int(rest.pop().value)
    if carry_out and rest[0].negate:
        return None
    a, addend = induction.word(rest[0]), induction.word(rest[1])
    summand = _summand(rest[1], induction)
    high = induction.raw(rest[2]) if code.has("HI") and not code.has("SX32") else None

    def first() -> InductionVariable:
        low = a()
        if not code.has("HI"):
            value, delta = low.value << shift & WORDS - 1, wrapped(low.delta << shift)
            return InductionVariable(value, delta, low.until)
        if high:
            both = joined(low, high())
        else:
            both = InductionVariable(signed(low.value), low.delta, signed_until(low))
        _, upper, known = split(both.value << shift, both.delta << shift, 32)
        value = (both.value << shift) >> 32 & WORDS - 1
        return InductionVariable(value, wrapped(upper), np.minimum(both.until, known))

    def go_on(mask: Mask) -> None:
        x, y = first(), addend()
        until = least(x.until, y.until, carry_in().until if carry_in else np.int64(FOREVER))
        if carry_out:
            z, more = summand(), carry_in().value * np.int64(1) if carry_in else np.int64(0)
            known = least(until, unsigned_until(x), z.until)
            carry = _carry_until(x.value + z.value + more, x.delta + z.delta)
            induction.put(carry_out, np.int64(0), np.minimum(known, carry), mask)
        induction.put(code.operands[0], x.delta + y.delta, until, mask)

    return go_on
