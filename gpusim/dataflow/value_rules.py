"""Transfer functions of `provenance`, by opcode."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import TYPE_CHECKING

from ..arithmetic import integers
from ..isa.dependences import Register
from ..isa.operands import Code
from .values import (
    BLOCK,
    CONSTANT,
    MIXED,
    THREAD,
    UNWRITTEN,
    WHOLE,
    State,
    Value,
    add,
    both,
    constant,
    either,
    kind_of,
    mixed,
    scale,
    shifted_right,
)

if TYPE_CHECKING:
    from .provenance import Provenance


def _words(code: Code, self: Provenance, state: State) -> list[Value]:
    return [
        self.value(operand, state)
        for operand in code.operands[1:]
        if operand.kind not in ("P", "UP", "label")
    ]


def _special(self: Provenance, code: Code, state: State, to: Register) -> Mapping:
    name, _, axis = code.operands[1].text.rpartition(".")
    if name == "SR_TID":
        return {to: _index(THREAD, self.setup.block["XYZ".index(axis)])}
    if name == "SR_CTAID":
        return {to: _index(BLOCK, self.setup.grid["XYZ".index(axis)])}
    kind = CONSTANT if "Cga" in code.operands[1].text or "SRZ" in code.operands[1].text else THREAD
    return {to: Value(kind, WHOLE, 1, 0, 31 if "LANE" in code.operands[1].text else None)}


def _index(kind: int, extent: int) -> Value:
    if extent == 1:
        return constant(0)
    return Value(kind, 1 if kind == BLOCK else WHOLE, 1, 0, extent - 1)


def _sum(self: Provenance, code: Code, state: State, to: Register) -> Mapping | None:
    if code.has("X", "64"):
        return None
    return {to: reduce(add, _words(code, self, state))}


def _copy(self: Provenance, code: Code, state: State, to: Register) -> Mapping | None:
    if code.has("64"):
        return None
    return {to: self.value(code.operands[-1], state)}


def _to_uniform(self: Provenance, code: Code, state: State, to: Register) -> Mapping:
    """One lane's value for its warp; the predicate of differing lanes is false if one lane is
    active."""
    value, row = self.value(code.operands[-1], state), code.operands[-2]
    made = {(row.kind, row.index): value}
    if len(code.operands) == 3:
        before = [state.get(to, UNWRITTEN)] if code.has("OR") else []
        if value.kind not in (CONSTANT, THREAD) and self.some_alone:
            self.alone.add(code.at)
            value = Value(THREAD, WHOLE)
        made[to] = mixed(value, *before)
    return made


def _product(self: Provenance, code: Code, state: State, to: Register) -> Mapping | None:
    if code.has("HI", "X"):
        return None
    a, b, c = _words(code, self, state)[:3]
    if a.interval and a.low == a.high:
        a, b = b, a
    if b.interval and b.low == b.high and b.kind == CONSTANT:
        return {to: add(scale(a, b.low), c)}
    if {a.kind, b.kind} <= {CONSTANT}:
        return {to: add(Value(CONSTANT, WHOLE, min(WHOLE, a.align * b.align)), c)}
    kind = kind_of(a, b)
    if kind in (THREAD, BLOCK):
        align = min(WHOLE, a.align * b.align)
        step = align if kind == BLOCK else WHOLE
        return {to: add(Value(kind, step, align), c)}
    return None


def _shift_add(self: Provenance, code: Code, state: State, to: Register) -> Mapping | None:
    first, addend, *high, by = _words(code, self, state)
    if not code.has("HI"):
        return {to: add(scale(first, 1 << (by.low or 0)), addend)}
    if code.has("X") or any(word != constant(0) for word in high):
        return None
    # The upper word of a left shift is the lower word shifted right.
    return {to: add(shifted_right(first, 32 - (by.low or 0)), addend)}


def _shift(self: Provenance, code: Code, state: State, to: Register) -> Mapping | None:
    low, amount, high = _words(code, self, state)[:3]
    if amount.low is None or amount.low != amount.high:
        return None
    if code.has("L") and not code.has("HI"):
        return {to: scale(low, 1 << amount.low)}
    if code.has("R") and code.has("HI"):
        return {to: shifted_right(high, amount.low)}
    return None


def _logic(self: Provenance, code: Code, state: State, to: Register) -> Mapping | None:
    operands = list(code.operands)
    if operands[0].kind in ("P", "UP"):
        operands.pop(0)
    a, b, c = (self.value(operand, state) for operand in operands[1:4])
    table = int(operands[4].value)
    to = (operands[0].kind, operands[0].index)
    if table == 0xC0:
        return {to: both(a, b)}
    if table == 0xFC:
        return {to: either(a, b)}
    if table == 0xFE:
        return {to: either(either(a, b), c)}
    if table == 0xF8:
        return {to: either(a, both(b, c))}
    if table == 0xEA:
        return {to: either(both(a, b), c)}
    return _chosen_bits((a, b, c), table, to)


def _chosen_bits(words: Sequence[Value], table: int, to: Register) -> Mapping | None:
    """Bits of two words, selected by a constant mask."""
    for place, mask in enumerate(words):
        if mask.kind != CONSTANT or not mask.interval or mask.low != mask.high:
            continue
        rest = [word for number, word in enumerate(words) if number != place]
        parts = []
        for bit, bits in ((1, mask.low), (0, ~mask.low)):
            made = tuple(_function(table, place, bit))
            if made not in _PICKED:
                break
            word = (*rest, constant(WHOLE - 1), constant(0))[_PICKED[made]]
            parts.append(both(word, constant(bits & WHOLE - 1)))
        else:
            return {to: add(*parts)}
    return None


# Functions of two bits, by their values for 00, 01, 10 and 11: the first, the second, one, zero.
_PICKED = {(0, 0, 1, 1): 0, (0, 1, 0, 1): 1, (1, 1, 1, 1): 2, (0, 0, 0, 0): 3}


def _function(table: int, place: int, bit: int) -> Iterator[int]:
    """Truth table of two bits after one of three is fixed."""
    for first in (0, 1):
        for second in (0, 1):
            bits = [first, second]
            bits.insert(place, bit)
            yield table >> (bits[0] * 4 + bits[1] * 2 + bits[2]) & 1


def _bytes(self: Provenance, code: Code, state: State, to: Register) -> Mapping | None:
    """A sum of bit fields; sign extension destroys the sum."""
    first, selector, second = (self.value(operand, state) for operand in code.operands[1:4])
    if code.modifiers or not selector.interval or selector.low != selector.high:
        return None
    total = constant(0)
    for source, word in enumerate((first, second)):
        field = integers.bytes_taken(selector.low, source)
        if field is None or (field and field[3]):
            return None
        if field:
            shift, bits, left, _ = field
            low = both(shifted_right(word, shift), constant((1 << bits) - 1))
            total = add(total, scale(low, 1 << left))
    return {to: total}


_ORDER = {
    "LT": lambda low, high: (high < 0, low >= 0),
    "LE": lambda low, high: (high <= 0, low > 0),
    "GT": lambda low, high: (low > 0, high <= 0),
    "GE": lambda low, high: (low >= 0, high < 0),
    "EQ": lambda low, high: (low == high == 0, low > 0 or high < 0),
    "NE": lambda low, high: (low > 0 or high < 0, low == high == 0),
}


def _compare(self: Provenance, code: Code, state: State, to: Register) -> Mapping | None:
    """A comparison is constant if the intervals decide it."""
    if code.has("S64", "U64"):
        return None
    first, second = (self.value(operand, state) for operand in code.operands[2:4])
    other = self.value(code.operands[4], state)
    kinds = [kind_of(first, second), other.kind]
    if first.interval and second.interval and not code.has("EX"):
        always, never = _ORDER[code.modifiers[0]](first.low - second.high, first.high - second.low)
        if (always or never) and (not code.has("U32") or min(first.low, second.low) >= 0):
            kinds[0] = CONSTANT
    kind = max(kinds)
    kind = MIXED if {THREAD, BLOCK} <= set(kinds) else kind
    value = Value(kind, WHOLE if kind in (CONSTANT, THREAD) else 1)
    written = {to: value}
    opposite = code.operands[1]
    if not opposite.is_true:
        written[opposite.kind, opposite.index] = value
    return written


RULES = {
    **dict.fromkeys(("S2R", "S2UR"), _special),
    **dict.fromkeys(("IADD3", "UIADD3", "VIADD"), _sum),
    **dict.fromkeys(("MOV", "UMOV"), _copy),
    "R2UR": _to_uniform,
    **dict.fromkeys(("IMAD", "UIMAD"), _product),
    **dict.fromkeys(("LEA", "ULEA"), _shift_add),
    **dict.fromkeys(("SHF", "USHF"), _shift),
    **dict.fromkeys(("LOP3", "ULOP3"), _logic),
    **dict.fromkeys(("PRMT", "UPRMT"), _bytes),
    **dict.fromkeys(("ISETP", "UISETP"), _compare),
}
