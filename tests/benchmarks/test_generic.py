"""Schedules of no ladder: they compute what they say, and what a GPU counted and took of them."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from accesses import needs_compiler
from conftest import ROOT
from exhaustive import every

from benchmarks import generic
from benchmarks.generic import ASIDE, RECORDS, SCHEDULES
from gpusim.counting.costs import counters, instructions
from gpusim.errors import UserError
from gpusim.instruction_counts import module_counts
from gpusim.isa.cubin import code_hash
from schedules.analyses.verification.simulated import verify_on_machine
from schedules.core.files import read_json

RESULTS = ROOT / "docs" / "results"
ALL = {**SCHEDULES, **ASIDE}


def recorded(kind: str, step: int) -> list:
    """Entries of records; every `step`-th runs by default."""
    return [
        pytest.param(
            entry,
            id=f"{file.stem}-{entry['schedule']}",
            marks=[pytest.mark.exhaustive] if place % step else [],
        )
        for file in sorted(RESULTS.glob(f"{kind}-*.json"))
        for place, entry in enumerate(read_json(file)["schedules"])
    ]


def test_names_and_extents():
    assert len(ALL) == len(SCHEDULES) + len(ASIDE)
    assert len(SCHEDULES) >= 30 and len(ASIDE) >= 6
    small = [one.name for one in ALL.values() if one.timed == one.counted]
    assert 2 <= len(small) <= 5


@needs_compiler
@pytest.mark.parametrize("name", every(ALL, 16))
def test_it_computes_what_it_says(name):
    for result in verify_on_machine(ALL[name].kernel(ALL[name].counted)):
        assert result.ok, [result.difference, result.findings]
        assert result.blocks == result.of


@pytest.mark.parametrize("name", every(ALL, 4))
def test_it_lowers_at_the_extents_that_are_timed(name):
    kernel = ALL[name].kernel(ALL[name].timed)
    assert not kernel.problem
    # Work for each of 132 multiprocessors, but where the launch is what it takes.
    threads = max(np.prod(launch.grid + launch.block) for launch in kernel.launches)
    assert threads >= 132 * 32 or ALL[name].timed == ALL[name].counted


@pytest.mark.parametrize("file", sorted(RESULTS.glob("generic-counters-*.json")), ids=str)
def test_every_schedule_is_counted(file):
    names = [one["schedule"] for one in read_json(file)["schedules"]]
    assert names == list(SCHEDULES)


@needs_compiler
@pytest.mark.parametrize("entry", recorded("generic-counters", 8))
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
@pytest.mark.parametrize("entry", every([one for kind in RECORDS for one in recorded(kind, 8)], 3))
def test_a_time_is_of_the_kernel_as_it_is(entry):
    one = ALL[entry["schedule"]]
    kernel = one.kernel(tuple(entry["extents"]))
    assert code_hash(kernel.machine.cubin) == entry["code"]
    first, third = entry["quartiles_us"]
    assert 0 < first <= entry["time_us"] <= third and entry["samples"] >= 3


@needs_compiler
def test_a_record_of_times_keeps_what_is_right(tmp_path, monkeypatch, capsys):
    """One that is wrong is said and left out; the others are timed all the same."""
    asked = {name: SCHEDULES[name] for name in ("float16 sum", "transpose of 3")}
    monkeypatch.setattr(generic.os, "cpu_count", lambda: 1)
    right = generic.all_expected(asked)
    for name, one in right.items():
        assert [array.shape for array in one.outputs] == [
            shape for shape, _ in asked[name].workload.outputs()
        ]
    monkeypatch.setattr(generic, "timed", lambda schedule, _right: {"schedule": schedule.name})
    no_gpu = SimpleNamespace(cuda=SimpleNamespace(empty_cache=lambda: None))
    monkeypatch.setattr(generic, "cuda", lambda: no_gpu)
    path = tmp_path / "record.json"
    assert generic.record_times({"device": "a GPU"}, path, asked, right) == 0
    record = read_json(path)
    assert record == {"device": "a GPU", "schedules": [{"schedule": name} for name in asked]}

    def timed(schedule, _right):
        if schedule.name == "float16 sum":
            raise UserError("it is wrong")
        return {"schedule": schedule.name}

    monkeypatch.setattr(generic, "timed", timed)
    assert generic.record_times({"device": "a GPU"}, path, asked, right) == 1
    assert read_json(path)["schedules"] == [{"schedule": "transpose of 3"}]
    said = capsys.readouterr()
    assert "1 of 2 schedules timed" in said.out and "it is wrong" in said.err
