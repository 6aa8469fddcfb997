"""Kernels outside the ladders: the fixed split into halves, and records of a GPU."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import numpy as np
import pytest
from accesses import needs_compiler

from benchmarks import unseen
from benchmarks.unseen import (
    COUNTED,
    HELD_OUT,
    OPEN,
    RESULTS,
    TIMED,
    in_band,
    kernel,
    kernels,
    names,
    problems,
    rows,
)
from gpusim.counting.costs import counters, instructions
from gpusim.exact_counts import module_counts
from gpusim.isa.cubin import code_hash
from gpusim.timing.constants import Band
from schedules.analyses.verification import on_gpu
from schedules.analyses.verification.simulated import simulate
from schedules.core.files import read_json


def digest(name: str) -> str:
    return sha256(name.encode()).hexdigest()


def test_forty_kernels_of_twenty_kinds_are_split_by_their_names():
    kinds = Counter(kernels()[name]["kind"] for name in names(OPEN, HELD_OUT))
    assert len(kinds) == 20 and set(kinds.values()) == {2}
    assert len(names(OPEN)) == len(names(HELD_OUT)) == 20
    assert max(map(digest, names(OPEN))) < min(map(digest, names(HELD_OUT)))
    # Renaming a kernel changes the split, so the held-out names are pinned.
    assert digest("".join(sorted(names(HELD_OUT)))).startswith("71d3d670e4171d1b")


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
@pytest.mark.parametrize("entry", recorded("generic-counters", "schedules", "schedule", 8))
def test_counts_are_those_of_nsight_compute(entry):
    known = kernel(entry["schedule"], COUNTED)
    assert code_hash(known.machine.cubin) == entry["code"]
    zeros = {buffer.name: np.zeros(buffer.shape, buffer.dtype) for buffer in known.module.buffers}
    counted = module_counts(known.module, lambda: zeros)
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
@pytest.mark.parametrize(
    "entry",
    [
        *recorded("generic-[ta]*", "kernels", "kernel", 24),
        *recorded("unseen-[th]*", "kernels", "kernel", 24),
    ],
)
def test_a_time_is_of_the_kernel_as_it_is(entry):
    assert entry["extents"] == kernels()[entry["kernel"]][TIMED]["extents"]
    assert code_hash(kernel(entry["kernel"], TIMED).machine.cubin) == entry["code"]
    first, third = entry["quartiles_us"]
    assert 0 < first <= entry["time_us"] <= third and entry["samples"] >= 3


@needs_compiler
@pytest.mark.parametrize("wrong", [False, True])
def test_a_gpus_outputs_are_compared_with_the_simulators(wrong, monkeypatch):
    def launched(known, inputs):
        run = simulate(known, inputs)
        run.outputs["y"].flat[:4] += wrong
        run.launches.clear()
        return run

    monkeypatch.setattr(on_gpu, "launch", launched)
    found = [
        text.partition(",")[0]
        for text in problems(kernel("column maxima, 32 x 8 threads", COUNTED))
    ]
    assert found == ["y: 4 of 384 elements wrong"] * wrong


def predicted(name: str, us: float, code: str = "c") -> dict:
    return {
        "kernel": name, "kind": "k", "code": code, "predicted_us": us,
        "busiest": "issue", "busy": 0.9, "launch": 0.1,
    }  # fmt: skip


def took(name: str, us: float) -> dict:
    return {"kernel": name, "extents": [8], "code": "c", "time_us": us}


def test_figures_of_a_made_up_record(monkeypatch):
    monkeypatch.setattr(unseen, "bands", lambda: {"issue": Band(0.9, 1.2)})
    predictions = [
        predicted("exact", 10), predicted("in band", 11), predicted("outside", 10),
        predicted("edge", 23), predicted("other code", 10, code="d"),
        {"kernel": "refused", "kind": "k", "error": "not known"},
    ]  # fmt: skip
    times = [
        took("exact", 10), took("in band", 10), took("outside", 8), took("edge", 20),
        took("other code", 10), took("refused", 10), {"kernel": "failed", "error": "is wrong"},
    ]  # fmt: skip
    found = rows(predictions, times)
    assert {one["name"]: one["problem"] for one in found if "problem" in one} == {
        "other code": "the machine code that was timed is not the one that was predicted",
        "refused": "not known",
        "failed": "is wrong",
    }
    # The bands of the last two begin at 9 and at 20.7.
    assert in_band(found) == 2
