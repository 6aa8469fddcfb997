"""What each register's value depends on: nothing, the thread, the block, both, or data.

If no address within 128 bytes and no branch depends on the block, every block costs what the first
one does, and this says why. A value is followed as the sum of a part that is the thread's and one
that is the block's; of the block's part the largest power of two that divides it is known, of the
whole value an interval. (Affine forms as in "Divergence analysis and optimizations", Coutinho,
Sampaio, Pereira, Meira, PACT 2011, with blocks in the place of loops.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from .arithmetic import integers
from .dependences import Dependences, Register
from .flow import ACCESSES, Needs, Slice, after_writing, deciding, guard_of, successors
from .launch import Program, Setup
from .operands import Code, Operand
from .values import (
    BLOCK,
    BOTH,
    CONSTANT,
    DATA,
    LINE,
    MIXED,
    THREAD,
    WHOLE,
    Value,
    add,
    both,
    constant,
    either,
    join,
    kind_of,
    mixed,
    scale,
    shifted_right,
)

# Passes of a loop after which intervals are given up.
_UNROLLED = 4

State = dict[Register, Value]
# What a register holds before anything wrote it is the same everywhere.
UNWRITTEN = Value(CONSTANT, WHOLE, 1)


@dataclass(frozen=True)
class Difference:
    """Why blocks may cost differently: at an instruction; `step` bytes between places of blocks in
    a line of 128, 0 where that is not all. `by_data`: since what is loaded may differ."""

    code: Code
    text: str
    step: int = 0
    by_data: bool = False


class Provenance:
    """The values of the registers of a slice before each of a kernel's instructions."""

    def __init__(
        self, program: Program, setup: Setup, dependences: Sequence[Dependences], part: Slice
    ) -> None:
        self.program, self.setup, self.dependences, self.part = program, setup, dependences, part
        self.before: list[State | None] = [None] * len(program.codes)
        visits = [0] * len(program.codes)
        follow = successors(program)
        ways = Counter(target for targets in follow for target in targets)
        # Where the kernel begins.
        ways[0] += 1
        self.before[0] = {}
        work = [0]
        while work:
            at = work.pop()
            visits[at] += 1
            after = self.before[at]
            if at in part.only:
                needs = frozenset().union(*(part.needs[target] for target in follow[at]))
                after = self._step(program.codes[at], after, needs)
            for target in follow[at]:
                old = self.before[target]
                if ways[target] == 1:
                    self.before[target] = after
                else:
                    live = part.live[target]
                    new = {one: value for one, value in after.items() if one in live}
                    self.before[target] = _meet(old, new, visits[target]) if old else new
                    if self.before[target] == old:
                        continue
                work.append(target)

    # --- what is asked ----------------------------------------------------------------------------

    def differs(self, apart: Collection[int] = ()) -> list[Difference]:
        """Where blocks may cost differently, and why; nothing: all cost alike.

        Of `apart` it is known that data do not matter.
        """
        reasons = []
        for code in self.program.codes:
            state = self.before[code.at]
            if state is None or code.at not in self.part.only:
                continue
            text = code.instruction.text
            for register in deciding(code, self.dependences[code.at]):
                kind = state.get(register, UNWRITTEN).kind
                if why := _NAMES.get(kind):
                    why = f"what `{text}` decides depends on {why}"
                    reasons.append(Difference(code, why, 0, kind == DATA))
            for operand in code.operands:
                if code.base in ACCESSES and operand.kind == "address":
                    value = self._address(operand, state)
                    if not value.repeats and code.at not in apart:
                        why = f"the place of `{text}` depends on {_NAMES[value.kind]}"
                        step = value.step if value.kind in (BLOCK, BOTH) else 0
                        reasons.append(Difference(code, why, step, value.kind == DATA))
        return reasons

    def rows_apart(self) -> set[int]:
        """Accesses of shared memory that data move by whole rows of banks: where the lanes lie in
        banks of their own, whatever they load costs the same."""
        found = set()
        for code in self.program.codes:
            state = self.before[code.at]
            if state is not None and code.at in self.part.only and code.base in ("LDS", "STS"):
                (place,) = (one for one in code.operands if one.kind == "address")
                value = self._address(place, state)
                if value.kind == DATA and value.data % LINE == 0:
                    found.add(code.at)
        return found

    def _address(self, operand: Operand, state: State) -> Value:
        parts = [self._value(replace(part, suffix=""), state) for part in operand.parts]
        return reduce(add, parts, constant(int(operand.value) & 0xFFFFFFFF))

    # --- transfer ---------------------------------------------------------------------------------

    def _value(self, operand: Operand, state: State) -> Value:
        if operand.kind == "immediate":
            return constant(
                int(operand.value) & 0xFFFFFFFF if operand.value == operand.value else 0
            )
        if operand.kind == "constant":
            return Value(CONSTANT, WHOLE, 1) if not operand.parts else Value(MIXED)
        if operand.kind not in ("R", "UR", "P", "UP"):
            return Value(CONSTANT, WHOLE, 1)
        if operand.is_zero:
            return constant(0)
        if operand.is_true:
            return Value(CONSTANT, WHOLE, 1)
        value = state.get((operand.kind, operand.index), UNWRITTEN)
        if operand.negate:
            return scale(value, -1)
        return mixed(value) if operand.invert and operand.kind in ("R", "UR") else value

    def _step(self, code: Code, state: State, needs: Needs) -> State:
        """The state after an instruction, of registers that are needed there."""
        noted = self.dependences[code.at]
        if not noted.writes:
            return state
        made = self._made(code, state)
        after, guard = dict(state), guard_of(code)
        kept = {one for one, under in after_writing(noted, needs) if under != guard}
        for register in noted.writes:
            value = made.get(register)
            if value is None:
                value = mixed(*(state.get(one, UNWRITTEN) for one in noted.reads))
            if guard and register in kept:
                # What it held stays where the guard does not hold.
                value = join(value, state.get(register, UNWRITTEN))
            after[register] = value
        return after

    def _made(self, code: Code, state: State) -> Mapping[Register, Value]:
        """What is known of the registers an instruction writes; the others mix what it reads."""
        if code.base in ACCESSES or code.base == "LDL":
            return dict.fromkeys(self.dependences[code.at].writes, Value(DATA))
        make = _RULES.get(code.base)
        if make is None:
            return {}
        destination = code.operands[0]
        if destination.kind not in ("R", "UR", "P", "UP"):
            return {}
        return make(self, code, state, (destination.kind, destination.index)) or {}


def _meet(old: State, new: State, visits: int) -> State:
    """Where ways meet; after a few rounds of a loop intervals are given up."""
    met = {}
    for register in old.keys() | new.keys():
        value = join(old.get(register, UNWRITTEN), new.get(register, UNWRITTEN))
        if visits > _UNROLLED and value != old.get(register):
            value = replace(value, low=None, high=None)
        met[register] = value
    return met


_NAMES = {
    BLOCK: "the block",
    BOTH: "the block",
    MIXED: "block and thread together",
    DATA: "data",
}

# --- rules, by opcode -----------------------------------------------------------------------------


def _words(code: Code, self: Provenance, state: State) -> list[Value]:
    return [
        self._value(operand, state)
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


def _copy(self: Provenance, code: Code, state: State, to: Register) -> Mapping:
    return {to: self._value(code.operands[-1], state)}


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
    if code.has("HI"):
        return None
    words = _words(code, self, state)
    return {to: add(scale(words[0], 1 << (words[2].low or 0)), words[1])}


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
    a, b, c = (self._value(one, state) for one in operands[1:4])
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
    """Some bits of one word and the others of another, as a constant says."""
    for place, mask in enumerate(words):
        if mask.kind != CONSTANT or not mask.interval or mask.low != mask.high:
            continue
        rest = [word for at, word in enumerate(words) if at != place]
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
    """What is left of a table of three bits where one of them is known."""
    for first in (0, 1):
        for second in (0, 1):
            bits = [first, second]
            bits.insert(place, bit)
            yield table >> (bits[0] * 4 + bits[1] * 2 + bits[2]) & 1


def _bytes(self: Provenance, code: Code, state: State, to: Register) -> Mapping | None:
    """A sum of fields; what fills the upper bytes with a sign keeps no sum apart."""
    first, selector, second = (self._value(one, state) for one in code.operands[1:4])
    if code.modifiers or not selector.interval or selector.low != selector.high:
        return None
    total = constant(0)
    for source, word in enumerate((first, second)):
        field = integers.bytes_taken(selector.low, source)
        if field is None or (field and field[3]):
            return None
        if field:
            at, bits, left, _ = field
            low = both(shifted_right(word, at), constant((1 << bits) - 1))
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
    """A comparison that intervals decide depends on nothing; one of a sum is not decided."""
    first, second = (self._value(one, state) for one in code.operands[2:4])
    other = self._value(code.operands[4], state)
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


_RULES = {
    **dict.fromkeys(("S2R", "S2UR"), _special),
    **dict.fromkeys(("IADD3", "UIADD3", "VIADD"), _sum),
    **dict.fromkeys(("MOV", "UMOV", "R2UR"), _copy),
    **dict.fromkeys(("IMAD", "UIMAD"), _product),
    **dict.fromkeys(("LEA", "ULEA"), _shift_add),
    **dict.fromkeys(("SHF", "USHF"), _shift),
    **dict.fromkeys(("LOP3", "ULOP3"), _logic),
    **dict.fromkeys(("PRMT", "UPRMT"), _bytes),
    **dict.fromkeys(("ISETP", "UISETP"), _compare),
}
