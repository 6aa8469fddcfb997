"""Abstract values of `provenance`: origin, alignment, interval."""

from __future__ import annotations

from dataclasses import dataclass

from ..isa.dependences import Register

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
