"""Induction rules by opcode: increments of results, and limits from deciding operands.

The result of an opcode without a rule is invariant as long as all of its sources are.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...chips import WARP
from ...isa.control_flow import deciding, is_wide
from ...isa.operands import Code, Operand
from ...state.registers import Mask
from . import arithmetic, bits
from .progression import (
    FOREVER,
    WORDS,
    InductionVariable,
    compared_until,
    least,
    signed,
    unsigned_until,
    within,
    wrapped,
)
from .variables import InductionVariables, Rule


def rule(code: Code, induction: InductionVariables) -> Rule:
    """The rule of an instruction; it runs before the instruction's action."""
    if code.row.is_counted:
        return _access(code, induction)
    make = _RULES.get(code.base)
    return (make and make(code, induction)) or _plain(code, induction)


def _plain(code: Code, induction: InductionVariables) -> Rule:
    noted = induction.interpreter.dependences[code.at]
    decides, writes = sorted(deciding(code, noted) - noted.guards), sorted(noted.writes)
    reads = sorted(noted.reads - noted.guards) if writes else []
    # A shuffle may read inactive lanes.
    every = code.base == "SHFL"

    def go_on(mask: Mask) -> None:
        induction.limit(induction.fixed(decides), mask)
        if writes:
            until = induction.by_warps(induction.fixed(reads), None if every else mask)
            for register in writes:
                induction.put_at(register, np.int64(0), until, mask)

    return go_on


def _unknown(code: Code, induction: InductionVariables) -> Rule:
    writes = sorted(induction.interpreter.dependences[code.at].writes)

    def go_on(mask: Mask) -> None:
        for register in writes:
            induction.put_at(register, np.int64(0), np.int64(0), mask)

    return go_on


# --- Memory accesses --------------------------------------------------------------------------


def _access(code: Code, induction: InductionVariables) -> Rule:
    """Increments of an access's addresses; a cp.async predicate must remain invariant."""
    places = [operand for operand in code.operands if operand.kind == "address"]
    looks = [_moving(code, place, induction) for place in places]
    both = code.row.access == "global.copy"
    shared = [True, False] if both else [code.row.memory == "shared"]
    wanted = induction.truth(code.operands[2]) if both and len(code.operands) > 2 else None
    interpreter = induction.interpreter
    blank = interpreter.dependences[code.at].writes if code.at in interpreter.options.blank else ()

    def go_on(mask: Mask) -> None:
        if wanted:
            induction.limit(wanted().until, mask)
        for look, is_shared in zip(looks, shared, strict=True):
            delta, until = look()
            induction.limit(until, mask)
            induction.moves[code.at, is_shared] = delta
        for register in blank:
            induction.put_at(register, np.int64(0), np.int64(FOREVER), mask)

    return go_on


def _moving(code: Code, place: Operand, induction: InductionVariables) -> Callable[[], tuple]:
    """Increment of all lanes' addresses, and the number of repetitions for which it is known."""
    wide, narrow = [], []
    for part in place.parts:
        (wide if is_wide(code, place, part) else narrow).append(part)
    longs = [induction.pair(part) for part in wide]
    words = [induction.raw(part) for part in narrow]
    long, offset = bool(longs) or place.suffix == "desc", np.int64(place.value)
    threads = induction.interpreter.threads

    def look() -> tuple[np.ndarray, np.ndarray]:
        parts = [read() for read in (*longs, *words)]
        delta = sum((variable.delta for variable in parts), np.int64(0))
        if long:
            until = [unsigned_until(variable) for variable in parts[len(longs) :]]
            until += [variable.until for variable in parts[: len(longs)]]
        else:
            total, delta = (
                sum((variable.value for variable in parts), offset) & WORDS - 1,
                wrapped(delta),
            )
            until = [*(variable.until for variable in parts), within(total, delta, 0, WORDS)]
        return np.broadcast_to(delta, (threads,)), least(*until, np.int64(FOREVER))

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

    def go_on(mask: Mask) -> None:
        x, y = a(), b()
        if lower:
            # Equality of the upper words matters too.
            until = compared_until("EQ", x, y, is_signed=is_signed)
            until = np.where(x.value == y.value, np.minimum(until, lower().until), until)
        else:
            until = compared_until(name, x, y, is_signed=is_signed)
        until = np.minimum(until, incoming().until)
        for operand in code.operands[:2]:
            induction.put(operand, np.int64(0), until, mask)

    return go_on


def _choice(
    going: InductionVariable, first: InductionVariable, second: InductionVariable
) -> tuple[np.ndarray, np.ndarray]:
    """Increment of the word that a predicate selects."""
    delta = np.where(going.value, first.delta, second.delta)
    return delta, np.minimum(going.until, np.where(going.value, first.until, second.until))


def _select(code: Code, induction: InductionVariables) -> Rule | None:
    if code.has("64"):
        return None
    first, second = (induction.word(operand) for operand in code.operands[1:3])
    holds = induction.truth(code.operands[3])

    def go_on(mask: Mask) -> None:
        induction.put(code.operands[0], *_choice(holds(), first(), second()), mask)

    return go_on


def _extremum(code: Code, induction: InductionVariables) -> Rule | None:
    if code.has("S16x2", "U16x2", "U8x4", "S8x4", "RELU") or code.base == "VIADDMNMX":
        return None
    first, second = (induction.word(operand) for operand in code.operands[-3:-1])
    wants_least, is_signed = induction.truth(code.operands[-1]), not code.has("U32")

    def go_on(mask: Mask) -> None:
        x, y, lesser = first(), second(), wants_least()
        until = compared_until("LT", x, y, is_signed=is_signed)
        view = signed if is_signed else np.asarray
        takes_first = (view(x.value) < view(y.value)) == lesser.value
        going = InductionVariable(takes_first, np.int64(0), np.minimum(until, lesser.until))
        induction.put(code.operands[0], *_choice(going, x, y), mask)

    return go_on


def _move(code: Code, induction: InductionVariables) -> Rule | None:
    if code.has("64"):
        return None
    read = induction.word(code.operands[-1])

    def go_on(mask: Mask) -> None:
        variable = read()
        induction.put(code.operands[0], variable.delta, variable.until, mask)

    return go_on


def _to_uniform(code: Code, induction: InductionVariables) -> Rule:
    """The first active lane's induction variable, for the warp; the predicate of differing lanes is
    invariant while all lanes have the same increment.
    """
    read = induction.word(code.operands[-1])
    others = code.operands[0] if len(code.operands) == 3 else None
    before = induction.truth(others) if code.has("OR") else None

    def go_on(mask: Mask) -> None:
        interpreter = induction.interpreter
        first = interpreter.active(mask).reshape(-1, WARP).argmax(axis=1)
        lanes = np.repeat(first + np.arange(interpreter.warps) * WARP, WARP)
        variable = read()
        delta, until = (
            np.broadcast_to(two, (interpreter.threads,)) for two in (variable.delta, variable.until)
        )
        if others:
            alike = induction.by_warps(np.where(delta == delta[lanes], until, 0), mask)
            stays = np.minimum(alike, before().until) if before else alike
            induction.put(others, np.int64(0), stays, mask)
        induction.put(code.operands[-2], delta[lanes], until[lanes], mask)

    return go_on


_RULES: dict[str, Callable[[Code, InductionVariables], Rule | None]] = {
    **dict.fromkeys(("IADD3", "UIADD3"), arithmetic.total),
    "VIADD": arithmetic.add,
    **dict.fromkeys(("IMAD", "UIMAD"), arithmetic.multiply_add),
    **dict.fromkeys(("LEA", "ULEA"), arithmetic.shift_add),
    **dict.fromkeys(("SHF", "USHF"), bits.shift),
    **dict.fromkeys(("LOP3", "ULOP3"), bits.logic),
    **dict.fromkeys(("PRMT", "UPRMT"), bits.permute),
    **dict.fromkeys(("ISETP", "UISETP"), _compare),
    **dict.fromkeys(("IMNMX", "VIMNMX", "UIMNMX"), _extremum),
    **dict.fromkeys(("SEL", "USEL"), _select),
    **dict.fromkeys(("MOV", "UMOV"), _move),
    "R2UR": _to_uniform,
    # Values on the stack are not tracked.
    "LDL": _unknown,
}
