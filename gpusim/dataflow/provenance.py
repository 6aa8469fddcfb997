"""Provenance of register values: constant, thread index, block index, both, or data.

If no branch and no address modulo 128 bytes depends on the block index, every block costs what the
first one does. A value is tracked as a thread part plus a block part, with the largest power of two
that divides the block part and an interval of the whole value. (Affine forms as in Coutinho,
Sampaio, Pereira, Meira, "Divergence analysis and optimizations", PACT 2011, with blocks in place of
loops.)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from ..arithmetic import integers
from ..isa.decoder import Code, Operand, Register
from ..launch import Call
from .slicing import STACK, Needs, Slice, after_writing, deciding, slots_of, stack_slots

# Ordered by inclusion, except THREAD and BLOCK, whose sum is BOTH.
CONSTANT, THREAD, BLOCK, BOTH, MIXED, DATA = range(6)
WHOLE = 1 << 32
LINE = 128


@dataclass(frozen=True)
class Value:
    """`step` divides the block part, `align` the whole value, which lies in [`low`, `high`] (None
    if unknown). For DATA, `data` divides everything except the thread part.
    """

    kind: int = MIXED
    step: int = 1
    align: int = 1
    low: int | None = None
    high: int | None = None
    data: int = 1

    @property
    def varying(self) -> int:
        """Divisor of everything except the thread part."""
        if self.kind in (CONSTANT, THREAD):
            return WHOLE
        return self.data if self.kind == DATA else 1 if self.kind == MIXED else self.step

    @property
    def repeats(self) -> bool:
        """Whether the value modulo 128 bytes is the same in all blocks."""
        return self.kind in (CONSTANT, THREAD) or (
            self.kind in (BLOCK, BOTH) and self.step % LINE == 0
        )

    @property
    def interval(self) -> tuple[int, int] | None:
        return None if self.low is None or self.high is None else (self.low, self.high)


State = dict[Register, Value]
# Uninitialized registers hold the same value everywhere.
UNWRITTEN = Value(CONSTANT, WHOLE, 1)


def constant(value: int) -> Value:
    signed = value - WHOLE if value >> 31 else value
    return Value(CONSTANT, WHOLE, power_of(signed), signed, signed)


def power_of(value: int) -> int:
    """The largest power of two that divides a number; 2^32 for 0."""
    return value & -value if value else WHOLE


def kind_of(*values: Value) -> int:
    """The kind of a result that is not an affine combination."""
    kinds = {value.kind for value in values} - {CONSTANT}
    if len(kinds) <= 1:
        kind = next(iter(kinds), CONSTANT)
        return MIXED if kind == BOTH else kind
    return DATA if DATA in kinds else MIXED


def mixed(*values: Value) -> Value:
    """Join without affine structure."""
    kind = kind_of(*values)
    return Value(kind, WHOLE if kind in (CONSTANT, THREAD) else 1)


def add(a: Value, b: Value) -> Value:
    kinds = {a.kind, b.kind}
    if kinds <= {CONSTANT, THREAD, BLOCK, BOTH}:
        kind = max(kinds) if len(kinds - {CONSTANT}) <= 1 else BOTH
    else:
        kind = max(kinds)
    low = high = None
    if a.interval and b.interval:
        low, high = a.low + b.low, a.high + b.high
        if low < -(WHOLE // 2) or high >= WHOLE // 2:
            low = high = None
    data = min(a.varying, b.varying) if kind == DATA else 1
    return Value(kind, min(a.step, b.step), min(a.align, b.align), low, high, data)


def scale(a: Value, by: int) -> Value:
    power = power_of(by)
    interval = sorted((a.low * by, a.high * by)) if a.interval else (None, None)
    if a.interval and (interval[0] < -(WHOLE // 2) or interval[1] >= WHOLE // 2):
        interval = (None, None)
    step, align, data = (min(WHOLE, bits * power) for bits in (a.step, a.align, a.data))
    return Value(a.kind, step, align, *interval, data if a.kind == DATA else 1)


def join(a: Value, b: Value) -> Value:
    """Least upper bound, where two paths meet."""
    if a == b:
        return a
    kinds = {a.kind, b.kind}
    kind = BOTH if kinds == {THREAD, BLOCK} else max(kinds)
    low, high = None, None
    if a.interval and b.interval:
        low, high = min(a.low, b.low), max(a.high, b.high)
    data = min(a.varying, b.varying) if kind == DATA else 1
    return Value(kind, min(a.step, b.step), min(a.align, b.align), low, high, data)


def shifted_right(value: Value, by: int) -> Value:
    unit = 1 << by
    low = high = None
    if value.interval and value.low >= 0:
        low, high = value.low >> by, value.high >> by
    if value.kind in (BLOCK, BOTH) and value.step >= unit:
        return Value(value.kind, value.step // unit, max(1, value.align // unit), low, high)
    kind = kind_of(value)
    step = WHOLE if kind in (CONSTANT, THREAD) else 1
    return Value(kind, step, max(1, value.align // unit), low, high)


def both(a: Value, b: Value) -> Value:
    """Bitwise AND.

    A mask of low bits may remove the block part; a mask of high bits may keep a sum of parts.
    """
    if a.kind == CONSTANT and a.interval:
        a, b = b, a
    if not (b.kind == CONSTANT and b.interval and b.low == b.high):
        return mixed(a, b)
    mask = b.low & 0xFFFFFFFF
    bits = mask.bit_length()
    bounded = (0, mask) if mask < WHOLE // 2 else (None, None)
    if a.interval and a.low >= 0 and a.high <= mask and mask & mask + 1 == 0:
        return a
    if a.kind in (BLOCK, BOTH) and a.step >= 1 << bits:
        return Value(THREAD if a.kind == BOTH else CONSTANT, WHOLE, power_of(mask), *bounded)
    cut = power_of(mask)
    if mask | (cut - 1) == 0xFFFFFFFF and a.kind in (BLOCK, BOTH) and a.step >= cut:
        return Value(a.kind, a.step, max(a.align, cut), a.low and a.low & -cut, a.high)
    kind = kind_of(a)
    if kind == DATA:
        return Value(DATA, 1, max(a.align, cut), *bounded, max(a.data, cut))
    # A masked block index or constant is still a sum.
    step = WHOLE if kind in (CONSTANT, THREAD) else max(a.step, cut) if kind == BLOCK else 1
    return Value(kind, step, max(a.align, cut), *bounded)


def either(a: Value, b: Value) -> Value:
    """Bitwise OR: a sum if no bits overlap."""
    for aligned, other in ((a, b), (b, a)):
        if other.interval and other.low >= 0 and other.high < aligned.align:
            return add(aligned, other)
    kind = kind_of(a, b)
    return Value(kind, WHOLE if kind in (CONSTANT, THREAD) else 1, min(a.align, b.align))


def _words(code: Code, provenance: Provenance, state: State) -> list[Value]:
    return [
        provenance.value(operand, state)
        for operand in code.operands[1:]
        if operand.kind not in ("P", "UP", "label")
    ]


def _special(provenance: Provenance, code: Code, state: State, to: Register) -> Mapping:
    name, _, axis = code.operands[1].text.rpartition(".")
    if name == "SR_TID":
        return {to: _index(THREAD, provenance.call.block["XYZ".index(axis)])}
    if name == "SR_CTAID":
        return {to: _index(BLOCK, provenance.call.grid["XYZ".index(axis)])}
    kind = CONSTANT if "Cga" in code.operands[1].text or "SRZ" in code.operands[1].text else THREAD
    return {to: Value(kind, WHOLE, 1, 0, 31 if "LANE" in code.operands[1].text else None)}


def _index(kind: int, extent: int) -> Value:
    if extent == 1:
        return constant(0)
    return Value(kind, 1 if kind == BLOCK else WHOLE, 1, 0, extent - 1)


def _sum(provenance: Provenance, code: Code, state: State, to: Register) -> Mapping | None:
    if code.has("X", "64"):
        return None
    return {to: reduce(add, _words(code, provenance, state))}


def _copy(provenance: Provenance, code: Code, state: State, to: Register) -> Mapping | None:
    if code.has("64"):
        return None
    return {to: provenance.value(code.operands[-1], state)}


def _to_uniform(provenance: Provenance, code: Code, state: State, to: Register) -> Mapping:
    """One lane's value for its warp; the predicate of differing lanes is false if one lane is
    active."""
    value, row = provenance.value(code.operands[-1], state), code.operands[-2]
    made = {(row.kind, row.index): value}
    if len(code.operands) == 3:
        before = [state.get(to, UNWRITTEN)] if code.has("OR") else []
        if value.kind not in (CONSTANT, THREAD) and provenance.some_alone:
            provenance.alone.add(code.at)
            value = Value(THREAD, WHOLE)
        made[to] = mixed(value, *before)
    return made


def _product(provenance: Provenance, code: Code, state: State, to: Register) -> Mapping | None:
    if code.has("HI", "X"):
        return None
    a, b, c = _words(code, provenance, state)[:3]
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


def _shift_add(provenance: Provenance, code: Code, state: State, to: Register) -> Mapping | None:
    first, addend, *high, by = _words(code, provenance, state)
    if not code.has("HI"):
        return {to: add(scale(first, 1 << (by.low or 0)), addend)}
    if code.has("X") or any(word != constant(0) for word in high):
        return None
    # The upper word of a left shift is the lower word shifted right.
    return {to: add(shifted_right(first, 32 - (by.low or 0)), addend)}


def _shift(provenance: Provenance, code: Code, state: State, to: Register) -> Mapping | None:
    low, amount, high = _words(code, provenance, state)[:3]
    if amount.low is None or amount.low != amount.high:
        return None
    if code.has("L") and not code.has("HI"):
        return {to: scale(low, 1 << amount.low)}
    if code.has("R") and code.has("HI"):
        return {to: shifted_right(high, amount.low)}
    return None


def _logic(provenance: Provenance, code: Code, state: State, to: Register) -> Mapping | None:
    operands = list(code.operands)
    if operands[0].kind in ("P", "UP"):
        operands.pop(0)
    a, b, c = (provenance.value(operand, state) for operand in operands[1:4])
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


def _bytes(provenance: Provenance, code: Code, state: State, to: Register) -> Mapping | None:
    """A sum of bit fields; sign extension destroys the sum."""
    first, selector, second = (provenance.value(operand, state) for operand in code.operands[1:4])
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


def _compare(provenance: Provenance, code: Code, state: State, to: Register) -> Mapping | None:
    """A comparison is constant if the intervals decide it."""
    if code.has("S64", "U64"):
        return None
    first, second = (provenance.value(operand, state) for operand in code.operands[2:4])
    other = provenance.value(code.operands[4], state)
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


# Loop iterations after which intervals are widened.
_UNROLLED = 4
_SHARED = ("shared.load", "shared.store")


@dataclass(frozen=True)
class Difference:
    """Why blocks may cost differently, at an instruction.

    `step` is the granularity in bytes of the block part modulo 128, 0 if there is another cause.
    `by_data`: loaded data may differ.
    """

    code: Code
    text: str
    step: int = 0
    by_data: bool = False


class Provenance:
    """Values of the slice's registers before each instruction.

    `alone` collects R2UR instructions that are assumed to run with one active lane per warp, if
    `some_alone`. Their active lanes are the same in all blocks unless branches depend on the block,
    so executing one block verifies the assumption.
    """

    def __init__(self, call: Call, part: Slice, *, some_alone: bool = True) -> None:
        self.call, self.part = call, part
        self.program = program = call.program
        self.before: list[State | None] = [None] * len(program.codes)
        self.some_alone, self.alone = some_alone, set()
        # Offsets of accesses to the stack; the words there are followed like registers.
        self.slots = stack_slots(program)
        visits = [0] * len(program.codes)
        follow = program.successors
        predecessors = [len(before) for before in program.predecessors]
        # Where the kernel begins.
        predecessors[0] += 1
        self.before[0] = {}
        work = [0]
        while work:
            pc = work.pop()
            visits[pc] += 1
            after = self.before[pc]
            if pc in part.only:
                needs = frozenset().union(*(part.needs[target] for target in follow[pc]))
                after = self._step(program.codes[pc], after, needs)
            for target in follow[pc]:
                old = self.before[target]
                if predecessors[target] == 1:
                    self.before[target] = after
                else:
                    live = part.live[target]
                    new = {
                        register: value
                        for register, value in after.items()
                        if register in live or register[0] == STACK
                    }
                    self.before[target] = _meet(old, new, visits[target]) if old else new
                    if self.before[target] == old:
                        continue
                work.append(target)

    # --- Queries ----------------------------------------------------------------------------------

    def differs(self, row_shifted: Collection[int] = ()) -> list[Difference]:
        """Where blocks may cost differently; empty if all cost the same.

        Accesses in `row_shifted` are known to have data-independent cost.
        """
        reasons = []
        for code in self.program.codes:
            state = self.before[code.at]
            if state is None or code.at not in self.part.only:
                continue
            text = code.instruction.text
            for register in deciding(code):
                kind = state.get(register, UNWRITTEN).kind
                if why := _NAMES.get(kind):
                    why = f"what `{text}` decides depends on {why}"
                    reasons.append(Difference(code, why, 0, kind == DATA))
            for operand in code.operands:
                if code.row.is_counted and operand.kind == "address":
                    value = self._address(operand, state)
                    if not value.repeats and code.at not in row_shifted:
                        why = f"the place of `{text}` depends on {_NAMES[value.kind]}"
                        step = value.step if value.kind in (BLOCK, BOTH) else 0
                        reasons.append(Difference(code, why, step, value.kind == DATA))
        return reasons

    def row_shifted(self) -> set[int]:
        """Shared accesses whose data-dependent part is a multiple of 128 bytes.

        If all lanes use different banks, their cost does not depend on the data.
        """
        pcs = set()
        for code in self.program.codes:
            state = self.before[code.at]
            if state is not None and code.at in self.part.only and code.row.access in _SHARED:
                value = self._address(code.place, state)
                if value.kind == DATA and value.data % LINE == 0:
                    pcs.add(code.at)
        return pcs

    def _address(self, operand: Operand, state: State) -> Value:
        parts = [self.value(replace(part, suffix=""), state) for part in operand.parts]
        return reduce(add, parts, constant(int(operand.value) & 0xFFFFFFFF))

    # --- Transfer functions -----------------------------------------------------------------------

    def value(self, operand: Operand, state: State) -> Value:
        """The value of an operand before an instruction."""
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
        """Transfer function: the state after an instruction, for live registers."""
        if code.at in self.slots and not code.writes:
            return self._spill(code, state)
        if not code.writes:
            return state
        made = self._made(code, state)
        after, guard = dict(state), code.guard
        kept = {register for register, under in after_writing(code.writes, needs) if under != guard}
        for register in code.writes:
            value = made.get(register)
            if value is None:
                value = mixed(*(state.get(register, UNWRITTEN) for register in code.reads))
            if guard and register in kept:
                # The old value remains where the guard does not hold.
                value = join(value, state.get(register, UNWRITTEN))
            after[register] = value
        return after

    def _spill(self, code: Code, state: State) -> State:
        """The state after registers were stored to the stack."""
        after = dict(state)
        for slot, register in slots_of(code, self.slots[code.at]).items():
            value = state.get(register, UNWRITTEN)
            after[slot] = join(value, state.get(slot, UNWRITTEN)) if code.guard else value
        return after

    def _made(self, code: Code, state: State) -> Mapping[Register, Value]:
        """Known values of the destinations; all others are `mixed` from the sources."""
        if code.at in self.slots:
            return {
                register: state.get(slot, UNWRITTEN)
                for slot, register in slots_of(code, self.slots[code.at]).items()
            }
        if code.row.is_counted or code.row.access == "local.load":
            return dict.fromkeys(code.writes, Value(DATA))
        make = RULES.get(code.base)
        if make is None:
            return {}
        destination = code.operands[0]
        if destination.kind not in ("R", "UR", "P", "UP"):
            return {}
        return make(self, code, state, (destination.kind, destination.index)) or {}


def _meet(old: State, new: State, visits: int) -> State:
    """Join where paths meet; intervals are widened after a few iterations."""
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
