"""Sums and products: what is added to their results."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...isa.operands import Code, Operand
from ...state.registers import Mask
from .progression import (
    FOREVER,
    WORDS,
    Course,
    joined,
    least,
    signed,
    signed_until,
    split,
    unsigned_until,
    within,
    wrapped,
)
from .variables import Courses, Rule

_PREDICATES = ("P", "UP")


def total(code: Code, courses: Courses) -> Rule | None:
    """Of a sum with its carries, in and out."""
    if code.has("64"):
        return None
    destination, *rest = code.operands
    outgoing = [one for one in rest[:2] if one.kind in _PREDICATES]
    terms = rest[len(outgoing) :]
    words = [courses.word(one) for one in terms if one.kind not in _PREDICATES]
    carries = [courses.truth(one) for one in terms if one.kind in _PREDICATES]
    summands = [_summand(one, courses) for one in terms if one.kind not in _PREDICATES]

    def go_on(mask: Mask) -> None:
        read, into = [one() for one in words], [one() for one in carries]
        until = least(*(one.until for one in (*read, *into)))
        if outgoing:
            made = [one() for one in summands]
            total = sum(one.value for one in made) + sum(np.int64(1) * one.value for one in into)
            delta = sum(one.delta for one in made)
            known = least(until, *(one.until for one in made), _carry_until(total, delta))
            for one in outgoing:
                courses.put(one, np.int64(0), known, mask)
        courses.put(destination, sum(one.delta for one in read), until, mask)

    return go_on


def _summand(operand: Operand, courses: Courses) -> Callable[[], Course]:
    """What is added where carries count; of a subtracted word that of `integers.negated`."""
    if operand.kind == "immediate" or not (operand.negate or operand.invert):
        read = courses.word(operand)
        return lambda: (one := read())._replace(until=unsigned_until(one))
    raw = courses.raw(operand)
    most = WORDS if operand.negate else WORDS - 1

    def going() -> Course:
        one = raw()
        return Course(most - one.value, -one.delta, unsigned_until(one))

    return going


def _carry_until(total: np.ndarray, delta: np.ndarray) -> np.ndarray:
    """For how many repetitions as much goes out of a sum."""
    return within(total & WORDS - 1, delta, 0, WORDS)


def add(code: Code, courses: Courses) -> Rule | None:
    return None if code.has("16x2") else total(code, courses)


def multiply_add(code: Code, courses: Courses) -> Rule | None:
    if code.has("WIDE", "HI"):
        return _multiply_wide(code, courses)
    destination = code.operands[0]
    a, b, c = (courses.word(one) for one in code.operands[1:4])
    carry = courses.truth(code.operands[4]) if code.has("X") else None

    def go_on(mask: Mask) -> None:
        x, y, z = a(), b(), c()
        until = least(x.until, y.until, z.until, carry().until if carry else np.int64(FOREVER))
        until = np.where((x.delta != 0) & (y.delta != 0), 0, until)
        delta = x.delta * y.value + x.value * y.delta + z.delta
        courses.put(destination, delta, until, mask)

    return go_on


def _multiply_wide(code: Code, courses: Courses) -> Rule | None:
    if code.has("X") or code.operands[1].kind in _PREDICATES:
        return None
    a, b = (courses.raw(one) for one in code.operands[1:3])
    c = courses.pair(code.operands[3])
    unsigned = code.has("U32")

    def go_on(mask: Mask) -> None:
        x, y, z = a(), b(), c()
        going = [unsigned_until(one) if unsigned else signed_until(one) for one in (x, y)]
        until = np.where((x.delta != 0) & (y.delta != 0), 0, least(*going, z.until))
        first, second = (x.value, y.value) if unsigned else (signed(x.value), signed(y.value))
        total = first * second + z.value
        delta = x.delta * second + first * y.delta + z.delta
        _put_halves(courses, code, total, delta, until, mask)

    return go_on


def _put_halves(
    courses: Courses,
    code: Code,
    total: np.ndarray,
    delta: np.ndarray,
    until: np.ndarray,
    mask: Mask,
) -> None:
    """64 bits into two registers, or with .HI the upper ones into one."""
    destination = code.operands[0]
    lower, upper, known = split(total, delta, 32)
    if not code.has("HI"):
        courses.put(destination, lower, until, mask)
    courses.put(destination, upper, np.minimum(until, known), mask, 0 if code.has("HI") else 1)


def shift_add(code: Code, courses: Courses) -> Rule | None:
    rest = list(code.operands[1:])
    carry_out = rest.pop(0) if rest[0].kind in _PREDICATES else None
    carry_in = courses.truth(rest.pop()) if code.has("X") else None
    shift = int(rest.pop().value)
    a, addend = courses.word(rest[0]), courses.word(rest[1])
    summand = _summand(rest[1], courses)
    high = courses.raw(rest[2]) if code.has("HI") and not code.has("SX32") else None

    def first() -> Course:
        low = a()
        if not code.has("HI"):
            value, delta = low.value << shift & WORDS - 1, wrapped(low.delta << shift)
            return Course(value, delta, low.until)
        if high:
            both = joined(low, high())
        else:
            both = Course(signed(low.value), low.delta, signed_until(low))
        _, upper, known = split(both.value << shift, both.delta << shift, 32)
        value = (both.value << shift) >> 32 & WORDS - 1
        return Course(value, wrapped(upper), np.minimum(both.until, known))

    def go_on(mask: Mask) -> None:
        x, y = first(), addend()
        until = least(x.until, y.until, carry_in().until if carry_in else np.int64(FOREVER))
        if carry_out:
            z, more = summand(), carry_in().value * np.int64(1) if carry_in else np.int64(0)
            known = least(until, unsigned_until(x), z.until)
            carry = _carry_until(x.value + z.value + more, x.delta + z.delta)
            courses.put(carry_out, np.int64(0), np.minimum(known, carry), mask)
        courses.put(code.operands[0], x.delta + y.delta, until, mask)

    return go_on
