"""float32 results at the least normal number, of which no recorded sequence has one."""

from __future__ import annotations

import numpy as np
import pytest

from gpusim.arithmetic import floats


def of(*values: float) -> np.ndarray:
    return np.array(values, np.float32).view(np.uint32)


@pytest.mark.parametrize("rounding", ["RN", "RP"])
def test_results_that_only_denormal_steps_take_up_to_normal_are_flushed(rounding):
    least, below_one, third = of(2.0**-126, 1 - 2.0**-24, 2.0**-76)
    assert floats.mul(least, below_one, rounding=rounding) == least
    assert floats.mul(least, below_one, ftz=True, rounding=rounding) == 0
    assert floats.fma(least, below_one, of(0), ftz=True, rounding=rounding) == 0
    # With 24 bits and any exponent this is the least normal number.
    made = floats.fma(third, third ^ floats.SIGN, least, ftz=True, rounding=rounding)
    assert made == least
