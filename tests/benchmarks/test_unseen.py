"""The unseen kernels: names, the fixed split into halves, and reports of made-up records."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from accesses import needs_compiler

from benchmarks import unseen
from benchmarks.unseen import HELD_OUT, KERNELS, OPEN, digest, in_band, rows
from benchmarks.unseen.cuda_files import FILES
from benchmarks.unseen.cuda_kernel import FOLDER, CudaFile
from benchmarks.unseen.harness import problems
from gpusim.timing.bands import Band


def test_forty_kernels_of_twenty_kinds():
    assert len(KERNELS) == 40
    kinds = Counter(one.kind for one in KERNELS.values())
    assert len(kinds) == 20 and set(kinds.values()) == {2}
    used = [f"{one.launch.__name__}.cu" for one in FILES]
    assert sorted(used) == sorted(file.name for file in FOLDER.glob("*.cu"))


def test_the_split_is_fixed():
    assert len(OPEN) == len(HELD_OUT) == 20 and not OPEN & HELD_OUT
    assert max(map(digest, OPEN)) < min(map(digest, HELD_OUT))
    # Renaming a kernel changes the split, so the held-out names are pinned.
    assert digest("".join(sorted(HELD_OUT))).startswith("71d3d670e4171d1b")


@needs_compiler
@pytest.mark.parametrize("wrong", [False, True])
def test_a_cuda_file_is_compared_with_its_reference(wrong):
    one = next(one for one in FILES if one.launch.__name__ == "column_max")

    def launch(*extents):
        right = one.launch(*extents)
        return replace(right, reference=lambda x: right.reference(x) + wrong * np.eye(4, 96))

    launch.__name__ = "column_max"
    made = CudaFile(one.kind, one.name, launch, one.counted, one.timed)
    found = [text.partition(",")[0] for text in problems(made.checked())]
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
