"""The special function unit: accurate values, exact special ones."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gpusim.arithmetic import special
from gpusim.arithmetic.rounding import FLOAT16

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")
INF, NAN, DENORMAL = 0x7F800000, 0x7FFFFFFF, 0x00000001
MINUS = 0x80000000


def made(function: str, *bits: int) -> list[int]:
    return special.special(np.array(bits, np.uint32), function).tolist()


def test_special_values():
    one = 0x3F800000
    assert made("RCP", 0, MINUS, INF, DENORMAL, 0x7FC00000) == [INF, INF | MINUS, 0, INF, NAN]
    assert made("RSQ", 0, MINUS, INF, one | MINUS) == [INF, INF | MINUS, 0, NAN]
    assert made("SQRT", 0, MINUS, INF, one | MINUS, DENORMAL) == [0, MINUS, INF, NAN, 0]
    assert made("EX2", 0, INF, INF | MINUS) == [one, INF, 0]
    assert made("LG2", 0, one, one | MINUS, INF) == [INF | MINUS, 0, NAN, INF]
    assert made("SIN", 0, MINUS, INF) == [0, MINUS, NAN]
    assert made("COS", 0, INF) == [one, NAN]
    assert made("TANH", INF, INF | MINUS, 0) == [one, one | MINUS, 0]
    # 2^-127 is a denormal.
    assert made("EX2", int(np.float32(-127).view(np.uint32))) == [0]


def test_tanh_alone_takes_and_gives_denormals():
    assert made("TANH", DENORMAL, DENORMAL | MINUS, 0x7FFFFF) == [1, DENORMAL | MINUS, 0x7FFFFF]


def test_halves_are_cut_off():
    values = np.array([0.1953125, -14.375, -0.0, 29.5, 15.99], np.float16)
    bits = values.view(np.uint16).astype(np.uint32)
    made = special.special_half(bits, "EX2", FLOAT16).astype(np.uint16).view(np.float16)
    exact = np.exp2(values.astype(np.float64))
    assert made[2] == 1 and made[3] == np.inf
    for at in (0, 1, 4):
        assert made[at] < exact[at] < np.nextafter(made[at], np.float16(np.inf))


@pytest.mark.parametrize(
    ("function", "reference"),
    [
        ("RCP", lambda x: 1 / x),
        ("RSQ", lambda x: x**-0.5),
        ("SQRT", math.sqrt),
        ("EX2", lambda x: 2**x),
        ("LG2", math.log2),
        ("SIN", lambda x: math.sin(2 * math.pi * x)),
        ("COS", lambda x: math.cos(2 * math.pi * x)),
        ("TANH", math.tanh),
    ],
)
def test_values_are_rounded_from_float64(function, reference):
    assert function in special.FUNCTIONS
    values = np.random.default_rng(7).uniform(0.01, 3, 300).astype(np.float32)
    near = special.special(values.view(np.uint32), function).view(np.float32)
    expected = np.array([reference(float(x)) for x in values])
    assert np.abs(near - expected).max() <= 2**-24 * np.abs(expected).max()


def test_upper_halves_of_float64():
    values = np.array([3.0, -0.7, 1e300])
    high = (values.view(np.uint64) >> np.uint64(32)).astype(np.uint32)
    near = special.special_high(high, "RCP64H").astype(np.uint64) << np.uint64(32)
    assert np.allclose(near.view(np.float64), 1 / values, rtol=2**-18)
    zeros = np.array([0, MINUS, 0x7FF00000, 0x7FF80000], np.uint32)
    assert special.special_high(zeros, "RCP64H").tolist() == [
        0x7FF00000,
        0xFFF00000,
        0,
        0x7FF80000,
    ]


def test_divisions_that_leave_the_fast_path():
    def check(a: float, b: float) -> bool:
        return bool(
            special.division_leaves_range(
                *(np.array([x], np.float32).view(np.uint32) for x in (a, b))
            )[0]
        )

    assert not check(1, 3)
    assert not check(-1e10, 1e-10)
    for a, b in ((1, 0), (1, math.inf), (math.nan, 1), (1, 1e-40), (1e30, 1e-30), (1e-30, 1e30)):
        assert check(a, b)
