"""What bounds a kernel, and the error band that follows."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from gpusim.timing.constants import (
    BLOCK_STARTS,
    BOUNDS,
    ISSUE,
    LATENCY,
    LAUNCH,
    TENSOR_CORES,
    bands,
    bound_of,
)
from gpusim.timing.issue import PIPES
from gpusim.timing.prediction import bound_of_launches, utilization


@pytest.mark.parametrize(
    ("resource", "busy", "launch", "bound"),
    [
        ("DRAM", 0.8, 0.1, "DRAM"),
        ("DRAM", 0.7, 0.1, LATENCY),
        ("DRAM", 0.8, 0.6, LAUNCH),
        ("issue", 0.9, 0.0, ISSUE),
        ("FMA", 0.9, 0.0, ISSUE),
        ("wgmma", 0.9, 0.0, TENSOR_CORES),
        ("tensor", 0.9, 0.0, TENSOR_CORES),
        ("shared memory and L1", 0.9, 0.0, "shared memory and L1"),
        (BLOCK_STARTS, 0.9, 0.0, LAUNCH),
    ],
)
def test_a_bound_follows_from_the_busiest_resource(resource, busy, launch, bound):
    assert bound_of(resource, busy, launch) == bound


def test_every_bound_has_a_band():
    assert set(bands()) == set(BOUNDS)
    assert {bound_of(pipe, 1.0, 0.0) for pipe in PIPES} <= set(BOUNDS)
    assert all(band.low <= 1 < band.high for band in bands().values())


def test_launches_count_by_their_time():
    long, short = (
        SimpleNamespace(us=us, shares=shares)
        for us, shares in ((30.0, {"issue": 0.8, "DRAM": 0.2}), (10.0, {"DRAM": 1.0}))
    )
    assert utilization([long, short]) == pytest.approx({"issue": 0.6, "DRAM": 0.4})
    assert bound_of_launches([long, short], 1.0) == LATENCY
    assert bound_of_launches([long], 1.0) == ISSUE
    assert bound_of_launches([long], 31.0) == LAUNCH
