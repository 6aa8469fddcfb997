"""A course, and how long it is known: the arithmetic of what is added in each repetition."""

from __future__ import annotations

from functools import reduce
from typing import NamedTuple

import numpy as np

# More repetitions than any kernel has.
FOREVER = 1 << 40
WORDS, HALF = 1 << 32, 1 << 31


class Course(NamedTuple):
    """Words (or truth) of all threads as they are, what each repetition adds, and for how many
    further ones that is known; int64 but for truth."""

    value: np.ndarray
    delta: np.ndarray
    until: np.ndarray

    @property
    def fixed(self) -> np.ndarray:
        """For how many repetitions it stays what it is."""
        return np.where(self.delta == 0, self.until, 0)


def least(*untils: np.ndarray) -> np.ndarray:
    return reduce(np.minimum, untils)


def wrapped(delta: np.ndarray) -> np.ndarray:
    """A number modulo 2^32 as the one that is nearest to 0."""
    return (delta + HALF & WORDS - 1) - HALF


def within(value: np.ndarray, delta: np.ndarray, low: int, high: int) -> np.ndarray:
    """For how many repetitions a value stays in [low, high), where it is now."""
    room = np.where(delta > 0, high - 1 - value, value - low)
    return np.where(delta == 0, FOREVER, room // np.maximum(abs(delta), 1))


def split(
    value: np.ndarray, delta: np.ndarray, bits: int | np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What is added to the lower `bits` of a value and to what lies above, until the lower ones
    come round."""
    size = np.int64(1) << bits
    lower = (delta + size // 2 & size - 1) - size // 2
    return lower, delta - lower >> bits, within(value & size - 1, lower, 0, size)


def signed(value: np.ndarray) -> np.ndarray:
    return (value + HALF & WORDS - 1) - HALF


def unsigned_until(course: Course) -> np.ndarray:
    """For how many repetitions a word goes on as a number without a sign."""
    return np.minimum(course.until, within(course.value, course.delta, 0, WORDS))


def signed_until(course: Course) -> np.ndarray:
    value = signed(course.value)
    return np.minimum(course.until, within(value, course.delta, -HALF, HALF))


# A comparison holds as long as the difference does not cross these places.
_CUTS = {"LT": (0,), "GE": (0,), "LE": (1,), "GT": (1,), "EQ": (0, 1), "NE": (0, 1)}


def compared_until(name: str, first: Course, second: Course, *, is_signed: bool) -> np.ndarray:
    """For how many repetitions a comparison comes out as it does now."""
    view, going = (signed, signed_until) if is_signed else (np.asarray, unsigned_until)
    apart = view(first.value) - view(second.value)
    low, high = np.int64(-4 * WORDS), np.int64(4 * WORDS)
    for cut in _CUTS[name]:
        low = np.where(apart >= cut, cut, low)
    for cut in reversed(_CUTS[name]):
        high = np.where(apart < cut, cut, high)
    crosses = within(apart, first.delta - second.delta, low, high)
    return least(going(first), going(second), crosses)


def joined(low: Course, high: Course) -> Course:
    """Two words as 64 bits, as long as the lower one does not come round."""
    value, delta = (low[n] + (high[n] << 32) for n in (0, 1))
    return Course(value, delta, np.minimum(unsigned_until(low), high.until))
