"""Error bands: the table in gpusim is derived from the records, and contains what it says."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.bands import (
    HELD_BACK,
    LADDERS,
    UNTUNED,
    derived,
    held,
    limits,
    read,
    text,
)
from gpusim.timing.constants import BANDS, BOUNDS, ISSUE, LATENCY, bands


def test_the_table_is_that_of_the_records():
    assert text(derived(read())) == BANDS.read_text()


@pytest.mark.parametrize("kind", [LADDERS, UNTUNED])
def test_the_bands_contain_nine_of_ten(kind):
    inside, every = held(read()[kind], bands())
    assert inside >= 0.9 * every


def test_limits_leave_as_many_out_on_either_side():
    ratios = np.linspace(0.504, 1.504, 101).tolist()
    assert limits(ratios) == (0.54, 1.46)
    assert limits([1.0] * 20) == (1.0, 1.0)


def ratios(bound: str, low: float, high: float) -> list[tuple[str, float]]:
    return [(bound, float(one)) for one in np.linspace(low, high, 101)]


def test_a_band_contains_the_limits_of_either_kind():
    found = {
        LADDERS: ratios(ISSUE, 0.9, 1.1) + ratios(LATENCY, 0.8, 1.2),
        UNTUNED: ratios(ISSUE, 0.7, 1.0) + [(LATENCY, 3.0)],
        HELD_BACK: [(ISSUE, 9.0)],
    }
    made = derived(found)
    assert set(made) == set(BOUNDS)
    assert (made[ISSUE].low, made[ISSUE].high, made[ISSUE].rows) == (0.71, 1.1, 202)
    # Too few kernels of the other kind are bound by latency: all of that kind count.
    assert (made[LATENCY].low, made[LATENCY].high) == (0.71, 1.18)
    assert held(found[UNTUNED], made) == (97, 102)
    # A prediction that is off moves the table.
    worse = {**found, LADDERS: [(bound, 2 * ratio) for bound, ratio in found[LADDERS]]}
    assert text(derived(worse)) != text(made)
