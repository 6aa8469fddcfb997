"""How what an instruction writes goes on, and what of it decides costs, an opcode at a time.

An opcode without a rule writes what stays as long as all that it reads stays.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ...chips import WARP
from ...isa.control_flow import ACCESSES, deciding, is_wide
from ...isa.operands import Code, Operand
from ...state.registers import Mask
from . import arithmetic, bits
from .progression import (
    FOREVER,
    WORDS,
    Course,
    compared_until,
    least,
    signed,
    unsigned_until,
    within,
    wrapped,
)
from .variables import Courses, Rule


def rule(code: Code, courses: Courses) -> Rule:
    """What an instruction does to courses, before its action has run."""
    if code.base in ACCESSES:
        return _access(code, courses)
    make = _RULES.get(code.base)
    return (make and make(code, courses)) or _plain(code, courses)


def _plain(code: Code, courses: Courses) -> Rule:
    noted = courses.machine.dependences[code.at]
    decides, writes = sorted(deciding(code, noted) - noted.guards), sorted(noted.writes)
    reads = sorted(noted.reads - noted.guards) if writes else []
    # A shuffle may read lanes that are not active.
    every = code.base == "SHFL"

    def go_on(mask: Mask) -> None:
        courses.limit(courses.fixed(decides), mask)
        if writes:
            until = courses.by_warps(courses.fixed(reads), None if every else mask)
            for register in writes:
                courses.put_at(register, np.int64(0), until, mask)

    return go_on


def _unknown(code: Code, courses: Courses) -> Rule:
    writes = sorted(courses.machine.dependences[code.at].writes)

    def go_on(mask: Mask) -> None:
        for register in writes:
            courses.put_at(register, np.int64(0), np.int64(0), mask)

    return go_on


# --- accesses -------------------------------------------------------------------------------------


def _access(code: Code, courses: Courses) -> Rule:
    """How its addresses move; what cp.async fetches may be left out for some lanes."""
    places = [one for one in code.operands if one.kind == "address"]
    looks = [_moving(code, place, courses) for place in places]
    both = code.base == "LDGSTS"
    shared = [True, False] if both else [code.base in ("LDS", "STS", "LDSM", "ATOMS")]
    wanted = courses.truth(code.operands[2]) if both and len(code.operands) > 2 else None
    machine = courses.machine
    blank = machine.dependences[code.at].writes if code.at in machine.options.blank else ()

    def go_on(mask: Mask) -> None:
        if wanted:
            courses.limit(wanted().until, mask)
        for look, is_shared in zip(looks, shared, strict=True):
            delta, until = look()
            courses.limit(until, mask)
            courses.moves[code.at, is_shared] = delta
        for register in blank:
            courses.put_at(register, np.int64(0), np.int64(FOREVER), mask)

    return go_on


def _moving(code: Code, place: Operand, courses: Courses) -> Callable[[], tuple]:
    """What is added to the addresses of all lanes, and for how long."""
    wide, narrow = [], []
    for part in place.parts:
        (wide if is_wide(code, place, part) else narrow).append(part)
    longs = [courses.pair(part) for part in wide]
    words = [courses.raw(part) for part in narrow]
    long, offset = bool(longs) or place.suffix == "desc", np.int64(place.value)
    threads = courses.machine.threads

    def look() -> tuple[np.ndarray, np.ndarray]:
        parts = [read() for read in (*longs, *words)]
        delta = sum((one.delta for one in parts), np.int64(0))
        if long:
            until = [unsigned_until(one) for one in parts[len(longs) :]]
            until += [one.until for one in parts[: len(longs)]]
        else:
            total, delta = sum((one.value for one in parts), offset) & WORDS - 1, wrapped(delta)
            until = [*(one.until for one in parts), within(total, delta, 0, WORDS)]
        return np.broadcast_to(delta, (threads,)), least(*until, np.int64(FOREVER))

    return look


# --- choices and moves ----------------------------------------------------------------------------


def _compare(code: Code, courses: Courses) -> Rule | None:
    name = code.modifiers[0]
    if name in ("T", "F"):
        return None
    a, b = (courses.word(one) for one in code.operands[2:4])
    incoming = courses.truth(code.operands[4])
    lower = courses.truth(code.operands[5]) if code.has("EX") else None
    is_signed = not code.has("U32")

    def go_on(mask: Mask) -> None:
        x, y = a(), b()
        if lower:
            # Whether the upper words are equal matters too.
            until = compared_until("EQ", x, y, is_signed=is_signed)
            until = np.where(x.value == y.value, np.minimum(until, lower().until), until)
        else:
            until = compared_until(name, x, y, is_signed=is_signed)
        until = np.minimum(until, incoming().until)
        for one in code.operands[:2]:
            courses.put(one, np.int64(0), until, mask)

    return go_on


def _choice(going: Course, first: Course, second: Course) -> tuple[np.ndarray, np.ndarray]:
    """What is added to the one of two words that truth chooses."""
    delta = np.where(going.value, first.delta, second.delta)
    return delta, np.minimum(going.until, np.where(going.value, first.until, second.until))


def _select(code: Code, courses: Courses) -> Rule:
    first, second = (courses.word(one) for one in code.operands[1:3])
    holds = courses.truth(code.operands[3])

    def go_on(mask: Mask) -> None:
        courses.put(code.operands[0], *_choice(holds(), first(), second()), mask)

    return go_on


def _extremum(code: Code, courses: Courses) -> Rule | None:
    if code.has("S16x2", "U16x2", "RELU") or code.base == "VIADDMNMX":
        return None
    first, second = (courses.word(one) for one in code.operands[1:3])
    wants_least, is_signed = courses.truth(code.operands[3]), not code.has("U32")

    def go_on(mask: Mask) -> None:
        x, y, lesser = first(), second(), wants_least()
        until = compared_until("LT", x, y, is_signed=is_signed)
        view = signed if is_signed else np.asarray
        takes_first = (view(x.value) < view(y.value)) == lesser.value
        going = Course(takes_first, np.int64(0), np.minimum(until, lesser.until))
        courses.put(code.operands[0], *_choice(going, x, y), mask)

    return go_on


def _move(code: Code, courses: Courses) -> Rule:
    read = courses.word(code.operands[-1])

    def go_on(mask: Mask) -> None:
        one = read()
        courses.put(code.operands[0], one.delta, one.until, mask)

    return go_on


def _to_uniform(code: Code, courses: Courses) -> Rule:
    """That of the first active lane, for the warp; which lanes have another stays while they move
    alike."""
    read = courses.word(code.operands[-1])
    others = code.operands[0] if len(code.operands) == 3 else None
    before = courses.truth(others) if code.has("OR") else None

    def go_on(mask: Mask) -> None:
        machine = courses.machine
        first = machine.active(mask).reshape(-1, WARP).argmax(axis=1)
        lanes = np.repeat(first + np.arange(machine.warps) * WARP, WARP)
        one = read()
        delta, until = (np.broadcast_to(two, (machine.threads,)) for two in (one.delta, one.until))
        if others:
            alike = courses.by_warps(np.where(delta == delta[lanes], until, 0), mask)
            stays = np.minimum(alike, before().until) if before else alike
            courses.put(others, np.int64(0), stays, mask)
        courses.put(code.operands[-2], delta[lanes], until[lanes], mask)

    return go_on


_RULES: dict[str, Callable[[Code, Courses], Rule | None]] = {
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
    # What a thread keeps on its stack is not followed.
    "LDL": _unknown,
}
