"""An induction variable: value, increment per repetition, and how long the increment is known."""

from __future__ import annotations

from functools import reduce
from typing import NamedTuple

import numpy as np

# More repetitions than any kernel has.
FOREVER = 1 << 40
WORDS, HALF = 1 << 32, 1 << 31


class InductionVariable(NamedTuple):
    """Values (words or truth) of all threads, the increment per repetition, and the number of
    further repetitions for which it is known; int64 except truth values.
    """

    value: np.ndarray
    delta: np.ndarray
    until: np.ndarray

    @property
    def fixed(self) -> np.ndarray:
        """The number of repetitions for which the value stays the same."""
        return np.where(self.delta == 0, self.until, 0)


def least(*untils: np.ndarray) -> np.ndarray:
    return reduce(np.minimum, untils)


def wrapped(delta: np.ndarray) -> np.ndarray:
    """The representative of a number modulo 2^32 that is closest to 0."""
    return (delta + HALF & WORDS - 1) - HALF


def within(value: np.ndarray, delta: np.ndarray, low: int, high: int) -> np.ndarray:
    """The number of repetitions for which a value stays in [low, high)."""
    if not np.count_nonzero(delta):
        return np.int64(FOREVER)
    room = np.where(delta > 0, high - 1 - value, value - low)
    return np.where(delta == 0, FOREVER, room // np.maximum(abs(delta), 1))


def split(
    value: np.ndarray, delta: np.ndarray, bits: int | np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Increments of the lower `bits` of a value and of the bits above, and the number of
    repetitions for which the lower ones do not wrap around."""
    size = np.int64(1) << bits
    lower = (delta + size // 2 & size - 1) - size // 2
    return lower, delta - lower >> bits, within(value & size - 1, lower, 0, size)


def signed(value: np.ndarray) -> np.ndarray:
    return (value + HALF & WORDS - 1) - HALF


def unsigned_until(course: InductionVariable) -> np.ndarray:
    """The number of repetitions for which an unsigned word does not wrap around."""
    return np.minimum(course.until, within(course.value, course.delta, 0, WORDS))


def signed_until(course: InductionVariable) -> np.ndarray:
    value = signed(course.value)
    return np.minimum(course.until, within(value, course.delta, -HALF, HALF))


# A comparison keeps its result while the difference does not cross these values.
_CUTS = {"LT": (0,), "GE": (0,), "LE": (1,), "GT": (1,), "EQ": (0, 1), "NE": (0, 1)}


def compared_until(
    name: str, first: InductionVariable, second: InductionVariable, *, is_signed: bool
) -> np.ndarray:
    """The number of repetitions for which a comparison keeps its result."""
    if not np.count_nonzero(first.delta) and not np.count_nonzero(second.delta):
        return np.minimum(first.until, second.until)
    view, going = (signed, signed_until) if is_signed else (np.asarray, unsigned_until)
    apart = view(first.value) - view(second.value)
    low, high = np.int64(-4 * WORDS), np.int64(4 * WORDS)
    for cut in _CUTS[name]:
        low = np.where(apart >= cut, cut, low)
    for cut in reversed(_CUTS[name]):
        high = np.where(apart < cut, cut, high)
    crosses = within(apart, first.delta - second.delta, low, high)
    return least(going(first), going(second), crosses)


def joined(low: InductionVariable, high: InductionVariable) -> InductionVariable:
    """Two words as 64 bits, valid until the lower one wraps around."""
    value, delta = (low[n] + (high[n] << 32) for n in (0, 1))
    return InductionVariable(value, delta, np.minimum(unsigned_until(low), high.until))
