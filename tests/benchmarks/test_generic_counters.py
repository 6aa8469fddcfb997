"""Schedules of no ladder: the machine counts what Nsight Compute counted of them on a GPU."""

from __future__ import annotations

import hashlib
import json

import numpy as np
import pytest
from accesses import needs_compiler
from conftest import ROOT

from benchmarks.generic_counters import compiled
from benchmarks.generic_schedules import SCHEDULES
from schedules.compile.sass import disassemble
from schedules.inspect.costs import counters, instructions
from schedules.lowering.host_calls import host_calls
from schedules.machine.instruction_counts import module_counts
from schedules.machine.module import Module

RECORDS = sorted((ROOT / "docs" / "results").glob("generic-*.json"))


def recorded() -> list:
    return [
        pytest.param(entry, id=f"{file.stem}-{entry['schedule']}")
        for file in RECORDS
        for entry in json.loads(file.read_text())["schedules"]
    ]


def test_every_schedule_is_recorded():
    for file in RECORDS:
        names = [one["schedule"] for one in json.loads(file.read_text())["schedules"]]
        assert names == list(SCHEDULES) and len(names) >= 30


@needs_compiler
@pytest.mark.parametrize("entry", recorded())
def test_counts_are_ncus(entry):
    _, lowered, cubin = compiled(entry["schedule"])
    assert hashlib.sha256(cubin).hexdigest()[:16] == entry["cubin"]
    module = Module.of(host_calls(lowered.host), lowered.launches, disassemble(cubin), cubin)
    zeros = {one.name: np.zeros(one.shape, one.dtype) for one in module.buffers}
    counted = module_counts(module, lambda: zeros)
    got, right = counters(instructions(counted)), entry["counters"]
    exact = [name for name in right if name.endswith(("_requests", "_sectors"))]
    assert {name: got[name] for name in exact} == {name: right[name] for name in exact}
    for kind in ("shared_load", "shared_store"):
        wavefronts, conflicts = f"{kind}_wavefronts", f"{kind}_conflicts"
        least = got[wavefronts] - got[conflicts]
        assert least == right[wavefronts] - right[conflicts]
        # Those counted have clashes with other traffic besides.
        assert got[wavefronts] <= right[wavefronts]
