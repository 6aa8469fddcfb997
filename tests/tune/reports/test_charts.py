"""Charts: ticks and bars."""

from __future__ import annotations

import pytest

from tune.reports.charts import distribution, round_ticks


@pytest.mark.parametrize(
    ("top", "ticks"),
    [
        (109.9, [0, 20, 40, 60, 80, 100, 120]),
        (286.6, [0, 50, 100, 150, 200, 250, 300]),
        (0.6, [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6]),
        (1.0, [0, 0.2, 0.4, 0.6, 0.8, 1.0]),
    ],
)
def test_ticks_are_round(top, ticks):
    assert round_ticks(top) == pytest.approx(ticks)


def test_a_distribution_counts_every_candidate_once():
    shares = [1.0, 0.999, 0.951, 0.5, 0.02]
    bars = distribution(shares).bars
    assert [bar.title.partition(" ")[0] for bar in bars] == ["1", "1", "3"]
    assert bars[-1].height == pytest.approx(3 * bars[0].height, abs=0.5)
