"""Schedules of no ladder: they compute what they say, and what a GPU counted and took of them."""

from __future__ import annotations

import numpy as np
import pytest
from accesses import needs_compiler
from conftest import ROOT
from exhaustive import every

from benchmarks.generic_aside import ASIDE
from benchmarks.generic_schedules import SCHEDULES
from gpusim.counting.costs import counters, instructions
from gpusim.exact_counts import module_counts
from gpusim.isa.cubin import code_hash
from schedules.analyses.verification.verify import machine_checks
from schedules.core.files import read_json

RESULTS = ROOT / "docs" / "results"
ALL = {**SCHEDULES, **ASIDE}


def recorded(kind: str, entries: str, name: str, step: int) -> list:
    """Entries of records; every `step`-th runs by default."""
    return [
        pytest.param(
            entry,
            id=f"{file.stem}-{entry[name]}",
            marks=[pytest.mark.exhaustive] if place % step else [],
        )
        for file in sorted(RESULTS.glob(f"{kind}-*.json"))
        for place, entry in enumerate(read_json(file)[entries])
    ]


@needs_compiler
@pytest.mark.parametrize("name", every(ALL, 16))
def test_it_computes_what_it_says(name):
    for check in machine_checks(ALL[name].kernel(ALL[name].counted)):
        assert check.ok, check.problems
        assert check.blocks == check.of


@needs_compiler
@pytest.mark.parametrize("entry", recorded("generic-counters", "schedules", "schedule", 8))
def test_counts_are_ncus(entry):
    one = SCHEDULES[entry["schedule"]]
    kernel = one.kernel(one.counted)
    assert code_hash(kernel.machine.cubin) == entry["code"]
    zeros = {buffer.name: np.zeros(buffer.shape, buffer.dtype) for buffer in kernel.module.buffers}
    counted = module_counts(kernel.module, lambda: zeros)
    got, right = counters(instructions(counted)), entry["counters"]
    exact = [name for name in right if name.endswith(("_requests", "_sectors"))]
    assert {name: got[name] for name in exact} == {name: right[name] for name in exact}
    for kind in ("shared_load", "shared_store"):
        wavefronts, conflicts = f"{kind}_wavefronts", f"{kind}_conflicts"
        least = got[wavefronts] - got[conflicts]
        assert least == right[wavefronts] - right[conflicts]
        # Those counted have clashes with other traffic besides.
        assert got[wavefronts] <= right[wavefronts]


@needs_compiler
@pytest.mark.parametrize("entry", recorded("generic-[ta]*", "kernels", "kernel", 24))
def test_a_time_is_of_the_kernel_as_it_is(entry):
    one = ALL[entry["kernel"]]
    kernel = one.kernel(tuple(entry["extents"]))
    assert code_hash(kernel.machine.cubin) == entry["code"]
    first, third = entry["quartiles_us"]
    assert 0 < first <= entry["time_us"] <= third and entry["samples"] >= 3
