"""Induction rules by opcode: increments of results, and limits from deciding operands.

The result of an opcode without a rule is invariant as long as all of its sources are.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..arithmetic import integers
from ..chips import WARP
from ..dataflow.slicing import deciding
from ..isa.decoder import PREDICATES, Code, Operand, is_wide
from ..state.registers import Mask
from .induction_variables import (
    FOREVER,
    WORDS,
    InductionVariable,
    InductionVariables,
    Rule,
    compared_repetitions,
    joined,
    least,
    signed,
    signed_repetitions,
    split,
    unsigned_repetitions,
    within,
    wrapped,
)


def total(code: Code, induction: InductionVariables) -> Rule | None:
    """Sum with carry-in and carry-out."""
    if code.has("64"):
        return None
    destination, *rest = code.operands
    outgoing = [operand for operand in rest[:2] if operand.kind in PREDICATES]
    terms = rest[len(outgoing) :]
    words = [induction.word(term) for term in terms if term.kind not in PREDICATES]
    carries = [induction.truth(term) for term in terms if term.kind in PREDICATES]
    summands = [_summand(term, induction) for term in terms if term.kind not in PREDICATES]

    def update(mask: Mask) -> None:
        read, into = [word() for word in words], [carry() for carry in carries]
        repetitions = least(*(variable.repetitions for variable in (*read, *into)))
        if outgoing:
            made = [summand() for summand in summands]
            total = sum(variable.value for variable in made) + sum(
                np.int64(1) * variable.value for variable in into
            )
            delta = sum(variable.delta for variable in made)
            known = least(
                repetitions,
                *(variable.repetitions for variable in made),
                _carry_repetitions(total, delta),
            )
            for carry in outgoing:
                induction.put(carry, np.int64(0), known, mask)
        induction.put(destination, sum(variable.delta for variable in read), repetitions, mask)

    return update


def _summand(operand: Operand, induction: InductionVariables) -> Callable[[], InductionVariable]:
    """A summand for carry propagation; a subtracted word is complemented, as in
    `integers.negated`."""
    if operand.kind == "immediate" or not (operand.negate or operand.invert):
        read = induction.word(operand)
        return lambda: (variable := read())._replace(repetitions=unsigned_repetitions(variable))
    raw = induction.raw(operand)
    most = WORDS if operand.negate else WORDS - 1

    def complement() -> InductionVariable:
        variable = raw()
        return InductionVariable(
            most - variable.value, -variable.delta, unsigned_repetitions(variable)
        )

    return complement


def _carry_repetitions(total: np.ndarray, delta: np.ndarray) -> np.ndarray:
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

    def update(mask: Mask) -> None:
        x, y, z = a(), b(), c()
        repetitions = least(
            x.repetitions,
            y.repetitions,
            z.repetitions,
            carry().repetitions if carry else np.int64(FOREVER),
        )
        repetitions = np.where((x.delta != 0) & (y.delta != 0), 0, repetitions)
        delta = x.delta * y.value + x.value * y.delta + z.delta
        induction.put(destination, delta, repetitions, mask)

    return update


def _multiply_wide(code: Code, induction: InductionVariables) -> Rule | None:
    if code.has("X") or code.operands[1].kind in PREDICATES:
        return None
    if code.operands[3].negate or code.operands[3].invert:
        return None
    a, b = (induction.raw(operand) for operand in code.operands[1:3])
    c = induction.pair(code.operands[3])
    unsigned = code.has("U32")

    def update(mask: Mask) -> None:
        x, y, z = a(), b(), c()
        factors = [
            unsigned_repetitions(array) if unsigned else signed_repetitions(array)
            for array in (x, y)
        ]
        repetitions = np.where((x.delta != 0) & (y.delta != 0), 0, least(*factors, z.repetitions))
        first, second = (x.value, y.value) if unsigned else (signed(x.value), signed(y.value))
        total = first * second + z.value
        delta = x.delta * second + first * y.delta + z.delta
        _put_halves(induction, code, total, delta, repetitions, mask)

    return update


def _put_halves(
    induction: InductionVariables,
    code: Code,
    total: np.ndarray,
    delta: np.ndarray,
    repetitions: np.ndarray,
    mask: Mask,
) -> None:
    """Put a 64-bit result in two registers, or with .HI its upper word in one."""
    destination = code.operands[0]
    lower, upper, known = split(total, delta, 32)
    if not code.has("HI"):
        induction.put(destination, lower, repetitions, mask)
    induction.put(
        destination, upper, np.minimum(repetitions, known), mask, 0 if code.has("HI") else 1
    )


def shift_add(code: Code, induction: InductionVariables) -> Rule | None:
    rest = list(code.operands[1:])
    carry_out = rest.pop(0) if rest[0].kind in PREDICATES else None
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
            return InductionVariable(value, delta, low.repetitions)
        if high:
            both = joined(low, high())
        else:
            both = InductionVariable(signed(low.value), low.delta, signed_repetitions(low))
        _, upper, known = split(both.value << shift, both.delta << shift, 32)
        value = (both.value << shift) >> 32 & WORDS - 1
        return InductionVariable(value, wrapped(upper), np.minimum(both.repetitions, known))

    def update(mask: Mask) -> None:
        x, y = first(), addend()
        repetitions = least(
            x.repetitions, y.repetitions, carry_in().repetitions if carry_in else np.int64(FOREVER)
        )
        if carry_out:
            z, more = summand(), carry_in().value * np.int64(1) if carry_in else np.int64(0)
            known = least(repetitions, unsigned_repetitions(x), z.repetitions)
            carry = _carry_repetitions(x.value + z.value + more, x.delta + z.delta)
            induction.put(carry_out, np.int64(0), np.minimum(known, carry), mask)
        induction.put(code.operands[0], x.delta + y.delta, repetitions, mask)

    return update


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
            return variable._replace(
                delta=delta, repetitions=np.minimum(variable.repetitions, known)
            )
        if not upper:
            variable = joined(low(), high())
        else:
            word = high()
            is_signed = code.has("S32", "S64")
            value = signed(word.value) if is_signed else word.value
            variable = InductionVariable(
                value, word.delta, (signed_repetitions if is_signed else unsigned_repetitions)(word)
            )
        _, delta, known = split(variable.value, variable.delta, by)
        return variable._replace(delta=delta, repetitions=np.minimum(variable.repetitions, known))

    def update(mask: Mask) -> None:
        steps = amount()
        by = steps.value & limit - 1 if code.has("W") else np.minimum(steps.value, limit)
        made = shifted(np.minimum(by, 32))
        # Shifts by more than a word require invariant operands.
        repetitions = np.where(by > 32, least(low().fixed, high().fixed), made.repetitions)
        induction.put(code.operands[0], made.delta, np.minimum(repetitions, steps.fixed), mask)

    return update


def logic(code: Code, induction: InductionVariables) -> Rule:
    rest = list(code.operands)
    flag = rest.pop(0) if rest[0].kind in PREDICATES else None
    destination, *words, table, incoming = rest
    reads, made = [induction.word(word) for word in words], int(table.value)
    before = induction.truth(incoming) if flag else None

    def update(mask: Mask) -> None:
        given = [register() for register in reads]
        repetitions = least(*(value.repetitions for value in given))
        if not any(np.count_nonzero(value.delta) for value in given):
            induction.put(destination, np.int64(0), repetitions, mask)
            if flag:
                induction.put(
                    flag, np.int64(0), np.minimum(repetitions, before().repetitions), mask
                )
            return
        moving = [value.delta != 0 for value in given]
        delta = np.zeros(induction.execution.threads, np.int64)
        known = np.where(sum(changing.astype(int) for changing in moving) > 1, 0, repetitions)
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
            stays = np.where(delta == 0, np.minimum(known, before().repetitions), 0)
            induction.put(flag, np.int64(0), stays, mask)

    return update


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
    delta, repetitions = _field(variable, first, count, first)
    delta = np.where(depends == 0, 0, np.where(turned == 0, delta, -delta))
    repetitions = np.where(depends == 0, FOREVER, repetitions)
    return delta, np.where(in_a_row & alike, repetitions, 0)


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
    _, above, repetitions = split(variable.value, variable.delta, first)
    value = variable.value >> first
    if is_signed:
        half = np.int64(1) << count - 1
        value = value + half
    middle, _, known = split(value, above, count)
    # Fields up to the most significant bit wrap around with the word.
    last = np.equal(to + count, 32)
    delta = np.where(last, above, middle) << to
    return wrapped(delta), least(variable.repetitions, repetitions, np.where(last, FOREVER, known))


def permute(code: Code, induction: InductionVariables) -> Rule | None:
    """Adjacent bytes that remain adjacent form a bit field, possibly sign-extended."""
    selector = code.operands[2]
    if code.modifiers or selector.kind != "immediate":
        return None
    words = [induction.word(code.operands[number]) for number in (1, 3)]
    fields = [integers.bytes_taken(int(selector.value), source) for source in (0, 1)]

    def update(mask: Mask) -> None:
        total, repetitions = np.int64(0), np.int64(FOREVER)
        for read, field in zip(words, fields, strict=True):
            variable = read()
            delta, known = np.int64(0), np.int64(FOREVER) if field == () else variable.fixed
            if field:
                delta, known = _field(variable, *field)
            total, repetitions = total + delta, least(repetitions, known)
        induction.put(code.operands[0], total, repetitions, mask)

    return update


def rule(code: Code, induction: InductionVariables) -> Rule:
    """The rule of an instruction; it runs before the instruction's action."""
    if code.row.is_counted:
        return _access(code, induction)
    make = _RULES.get(code.base)
    return (make and make(code, induction)) or _plain(code, induction)


def _plain(code: Code, induction: InductionVariables) -> Rule:
    decides, writes = sorted(deciding(code) - code.guards), sorted(code.writes)
    reads = sorted(code.reads - code.guards) if writes else []
    # A shuffle may read inactive lanes.
    every = code.base == "SHFL"

    def update(mask: Mask) -> None:
        induction.limit(induction.fixed(decides), mask)
        if writes:
            repetitions = induction.by_warps(induction.fixed(reads), None if every else mask)
            for register in writes:
                induction.put_at(register, np.int64(0), repetitions, mask)

    return update


def _unknown(code: Code, induction: InductionVariables) -> Rule:
    writes = sorted(code.writes)

    def update(mask: Mask) -> None:
        for register in writes:
            induction.put_at(register, np.int64(0), np.int64(0), mask)

    return update


# --- Memory accesses --------------------------------------------------------------------------


def _access(code: Code, induction: InductionVariables) -> Rule:
    """Increments of an access's addresses; a cp.async predicate must remain invariant."""
    places = [operand for operand in code.operands if operand.kind == "address"]
    looks = [_moving(code, place, induction) for place in places]
    both = code.row.access == "global.copy"
    shared = [True, False] if both else [code.row.memory == "shared"]
    wanted = induction.truth(code.operands[2]) if both and len(code.operands) > 2 else None
    execution = induction.execution
    blank = code.writes if code.at in execution.options.blank else ()

    def update(mask: Mask) -> None:
        if wanted:
            induction.limit(wanted().repetitions, mask)
        for look, is_shared in zip(looks, shared, strict=True):
            delta, repetitions = look()
            induction.limit(repetitions, mask)
            induction.moves[code.at, is_shared] = delta
        for register in blank:
            induction.put_at(register, np.int64(0), np.int64(FOREVER), mask)

    return update


def _moving(code: Code, place: Operand, induction: InductionVariables) -> Callable[[], tuple]:
    """Increment of all lanes' addresses, and the number of repetitions for which it is known."""
    wide, narrow = [], []
    for part in place.parts:
        (wide if is_wide(code, place, part) else narrow).append(part)
    longs = [induction.pair(part) for part in wide]
    words = [induction.raw(part) for part in narrow]
    long, offset = bool(longs) or place.suffix == "desc", np.int64(place.value)
    threads = induction.execution.threads

    def look() -> tuple[np.ndarray, np.ndarray]:
        parts = [read() for read in (*longs, *words)]
        delta = sum((variable.delta for variable in parts), np.int64(0))
        if long:
            repetitions = [unsigned_repetitions(variable) for variable in parts[len(longs) :]]
            repetitions += [variable.repetitions for variable in parts[: len(longs)]]
        else:
            total, delta = (
                sum((variable.value for variable in parts), offset) & WORDS - 1,
                wrapped(delta),
            )
            repetitions = [
                *(variable.repetitions for variable in parts),
                within(total, delta, 0, WORDS),
            ]
        return np.broadcast_to(delta, (threads,)), least(*repetitions, np.int64(FOREVER))

    return look


# --- Selections and moves ---------------------------------------------------------------------


def _compare(code: Code, induction: InductionVariables) -> Rule | None:
    name = code.modifiers[0]
    if name in ("T", "F") or code.has("S64", "U64"):
        return None
    a, b = (induction.word(operand) for operand in code.operands[2:4])
    incoming = induction.truth(code.operands[4])
    lower = induction.truth(code.operands[5]) if code.has("EX") else None
    is_signed = not code.has("U32")

    def update(mask: Mask) -> None:
        x, y = a(), b()
        if lower:
            # Equality of the upper words matters too.
            repetitions = compared_repetitions("EQ", x, y, is_signed=is_signed)
            repetitions = np.where(
                x.value == y.value, np.minimum(repetitions, lower().repetitions), repetitions
            )
        else:
            repetitions = compared_repetitions(name, x, y, is_signed=is_signed)
        repetitions = np.minimum(repetitions, incoming().repetitions)
        for operand in code.operands[:2]:
            induction.put(operand, np.int64(0), repetitions, mask)

    return update


def _choice(
    condition: InductionVariable, first: InductionVariable, second: InductionVariable
) -> tuple[np.ndarray, np.ndarray]:
    """Increment of the word that a predicate selects."""
    delta = np.where(condition.value, first.delta, second.delta)
    chosen = np.where(condition.value, first.repetitions, second.repetitions)
    return delta, np.minimum(condition.repetitions, chosen)


def _select(code: Code, induction: InductionVariables) -> Rule | None:
    if code.has("64"):
        return None
    first, second = (induction.word(operand) for operand in code.operands[1:3])
    holds = induction.truth(code.operands[3])

    def update(mask: Mask) -> None:
        induction.put(code.operands[0], *_choice(holds(), first(), second()), mask)

    return update


def _extremum(code: Code, induction: InductionVariables) -> Rule | None:
    if code.has("S16x2", "U16x2", "U8x4", "S8x4", "RELU") or code.base == "VIADDMNMX":
        return None
    first, second = (induction.word(operand) for operand in code.operands[-3:-1])
    wants_least, is_signed = induction.truth(code.operands[-1]), not code.has("U32")

    def update(mask: Mask) -> None:
        x, y, lesser = first(), second(), wants_least()
        repetitions = compared_repetitions("LT", x, y, is_signed=is_signed)
        view = signed if is_signed else np.asarray
        takes_first = (view(x.value) < view(y.value)) == lesser.value
        condition = InductionVariable(
            takes_first, np.int64(0), np.minimum(repetitions, lesser.repetitions)
        )
        induction.put(code.operands[0], *_choice(condition, x, y), mask)

    return update


def _move(code: Code, induction: InductionVariables) -> Rule | None:
    if code.has("64"):
        return None
    read = induction.word(code.operands[-1])

    def update(mask: Mask) -> None:
        variable = read()
        induction.put(code.operands[0], variable.delta, variable.repetitions, mask)

    return update


def _to_uniform(code: Code, induction: InductionVariables) -> Rule:
    """The first active lane's induction variable, for the warp; the predicate of differing lanes is
    invariant while all lanes have the same increment.
    """
    read = induction.word(code.operands[-1])
    others = code.operands[0] if len(code.operands) == 3 else None
    before = induction.truth(others) if code.has("OR") else None

    def update(mask: Mask) -> None:
        execution = induction.execution
        first = execution.active(mask).reshape(-1, WARP).argmax(axis=1)
        lanes = np.repeat(first + np.arange(execution.warps) * WARP, WARP)
        variable = read()
        delta, repetitions = (
            np.broadcast_to(two, (execution.threads,))
            for two in (variable.delta, variable.repetitions)
        )
        if others:
            alike = induction.by_warps(np.where(delta == delta[lanes], repetitions, 0), mask)
            stays = np.minimum(alike, before().repetitions) if before else alike
            induction.put(others, np.int64(0), stays, mask)
        induction.put(code.operands[-2], delta[lanes], repetitions[lanes], mask)

    return update


_RULES: dict[str, Callable[[Code, InductionVariables], Rule | None]] = {
    **dict.fromkeys(("IADD3", "UIADD3"), total),
    "VIADD": add,
    **dict.fromkeys(("IMAD", "UIMAD"), multiply_add),
    **dict.fromkeys(("LEA", "ULEA"), shift_add),
    **dict.fromkeys(("SHF", "USHF"), shift),
    **dict.fromkeys(("LOP3", "ULOP3"), logic),
    **dict.fromkeys(("PRMT", "UPRMT"), permute),
    **dict.fromkeys(("ISETP", "UISETP"), _compare),
    **dict.fromkeys(("IMNMX", "VIMNMX", "UIMNMX"), _extremum),
    **dict.fromkeys(("SEL", "USEL"), _select),
    **dict.fromkeys(("MOV", "UMOV"), _move),
    "R2UR": _to_uniform,
    # Values on the stack are not tracked.
    "LDL": _unknown,
}
