"""Every stop of every ladder's tour: the step is there, and what it points at is in its text."""

from __future__ import annotations

import re

import pytest

from schedules.core.ladder import ladders, tour
from schedules.sources.names import resolve

# What a lowering gives; machine code is looked at in the browser.
TEXTS = ("tir", "lowered", "cuda")


@pytest.mark.parametrize("name", ladders())
def test_a_stop_points_at_what_is_there(name):
    stops = tour(name)
    assert len(stops) in (5, 6)
    looked = 0
    for stop in stops:
        kernel = resolve(f"{name}:{stop['at']}").kernel()
        level = re.split(r"[|+]", stop["panes"].partition("|")[2])[0]
        if stop["look"] and level in TEXTS:
            assert any(stop["look"] in line for line in kernel.text(level).splitlines()), stop
            looked += 1
    assert looked or name == "gemm/sgemm_cpu"
