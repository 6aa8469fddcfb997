"""Induction rules of shifts, bitwise logic and byte permutations."""

from __future__ import annotations

import numpy as np

from ...arithmetic import integers
from ...isa.operands import Code
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
    wrapped,
)
from .variables import InductionVariables, Rule

_PREDICATES = ("P", "UP")


def shift(code: Code, induction: InductionVariables) -> Rule:
    low, amount, high = (induction.word(operand) for operand in code.operands[1:4])
    limit = 64 if code.has("U64", "S64") else 32
    upper, right = code.has("HI"), code.has("R")

    def shifted(by: np.ndarray) -> InductionVariable:
        """Increment of the word that a shift produces, and the number of repetitions for which
        it holds."""
        if not right and not upper:
            variable = low()
            return variable._replace(delta=variable.delta << by)
        if not right:
            variable = joined(low(), high())
            _, delta, known = split(variable.value << by, variable.delta << by, 32)
            return variable._replace(delta=delta, until=np.minimum(variable.until, known))
        if not upper:
            variable = joined(low(), high())
        else:
            word = high()
            is_signed = code.has("S32", "S64")
            value = signed(word.value) if is_signed else word.value
            variable = InductionVariable(
                value, word.delta, (signed_until if is_signed else unsigned_until)(word)
            )
        _, delta, known = split(variable.value, variable.delta, by)
        return variable._replace(delta=delta, until=np.minimum(variable.until, known))

    def go_on(mask: Mask) -> None:
        steps = amount()
        by = steps.value & limit - 1 if code.has("W") else np.minimum(steps.value, limit)
        going = shifted(np.minimum(by, 32))
        # Shifts by more than a word require invariant operands.
        until = np.where(by > 32, least(low().fixed, high().fixed), going.until)
        induction.put(code.operands[0], going.delta, np.minimum(until, steps.fixed), mask)

    return go_on


def logic(code: Code, induction: InductionVariables) -> Rule:
    rest = list(code.operands)
    flag = rest.pop(0) if rest[0].kind in _PREDICATES else None
    destination, *words, table, incoming = rest
    reads, made = [induction.word(word) for word in words], int(table.value)
    before = induction.truth(incoming) if flag else None

    def go_on(mask: Mask) -> None:
        given = [register() for register in reads]
        until = least(*(value.until for value in given))
        if not any(np.count_nonzero(value.delta) for value in given):
            induction.put(destination, np.int64(0), until, mask)
            if flag:
                induction.put(flag, np.int64(0), np.minimum(until, before().until), mask)
            return
        moving = [value.delta != 0 for value in given]
        delta = np.zeros(induction.interpreter.threads, np.int64)
        known = np.where(sum(changing.astype(int) for changing in moving) > 1, 0, until)
        values = [value.value.astype(np.uint32) for value in given]
        for place, (variable, moves) in enumerate(zip(given, moving, strict=True)):
            if not moves.any():
                continue
            ends = [
                integers.logic(*values[:place], np.uint32(all_ones), *values[place + 1 :], made)
                for all_ones in (0, WORDS - 1)
            ]
            adds, lasts = _bits_kept(variable, *(np.asarray(end).astype(np.int64) for end in ends))
            delta = np.where(moves, adds, delta)
            known = np.where(moves, np.minimum(known, lasts), known)
        induction.put(destination, delta, known, mask)
        if flag:
            stays = np.where(delta == 0, np.minimum(known, before().until), 0)
            induction.put(flag, np.int64(0), stays, mask)

    return go_on


def _bits_kept(
    variable: InductionVariable, of_none: np.ndarray, of_all: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Increment of a bitwise function of one varying word, and the number of repetitions for which
    it is known.

    The function's values for all zeros and all ones tell which bits it keeps, inverts or ignores.
    Bits below the lowest set bit of the increment are invariant; above it the kept (or inverted)
    bits must be contiguous.
    """
    still = (variable.delta & -variable.delta) - 1
    depends = (of_none ^ of_all) & ~still & WORDS - 1
    turned = depends & of_none
    lowest = np.where(depends == 0, 0, depends & -depends)
    top = depends + lowest
    in_a_row = (top & top - 1) == 0
    alike = (turned == 0) | (turned == depends)
    first = np.log2(np.maximum(lowest, 1)).astype(np.int64)
    count = np.log2(np.maximum(top, 1)).astype(np.int64) - first
    delta, until = _field(variable, first, count, first)
    delta = np.where(depends == 0, 0, np.where(turned == 0, delta, -delta))
    until = np.where(depends == 0, FOREVER, until)
    return delta, np.where(in_a_row & alike, until, 0)


def _field(
    variable: InductionVariable,
    first: int | np.ndarray,
    count: int | np.ndarray,
    to: int | np.ndarray,
    is_signed: bool = False,
) -> tuple[np.ndarray, np.ndarray]:
    """Increment of the bit field from `first` on, moved to bit `to` of a result, optionally
    sign-extended; known until the field wraps around or receives a carry.
    """
    _, above, until = split(variable.value, variable.delta, first)
    value = variable.value >> first
    if is_signed:
        half = np.int64(1) << count - 1
        value = value + half
    middle, _, known = split(value, above, count)
    # Fields up to the most significant bit wrap around with the word.
    last = np.equal(to + count, 32)
    delta = np.where(last, above, middle) << to
    return wrapped(delta), least(variable.until, until, np.where(last, FOREVER, known))


def permute(code: Code, induction: InductionVariables) -> Rule | None:
    """Adjacent bytes that remain adjacent form a bit field, possibly sign-extended."""
    selector = code.operands[2]
    if code.modifiers or selector.kind != "immediate":
        return None
    words = [induction.word(code.operands[number]) for number in (1, 3)]
    fields = [integers.bytes_taken(int(selector.value), source) for source in (0, 1)]

    def go_on(mask: Mask) -> None:
        total, until = np.int64(0), np.int64(FOREVER)
        for read, field in zip(words, fields, strict=True):
            variable = read()
            delta, known = np.int64(0), np.int64(FOREVER) if field == () else variable.fixed
            if field:
                delta, known = _field(variable, *field)
            total, until = total + delta, least(until, known)
        induction.put(code.operands[0], total, until, mask)

    return go_on
