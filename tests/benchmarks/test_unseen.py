"""The unseen kernels: names, the fixed split into halves, and reports of made-up records."""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from accesses import needs_compiler

from benchmarks.figures.unseen import HEAD, unseen
from benchmarks.unseen import reporting, timing
from benchmarks.unseen.cuda_files import FILES
from benchmarks.unseen.cuda_kernel import FOLDER, CudaFile
from benchmarks.unseen.kernels_by_name import HELD_OUT, KERNELS, OPEN, SECOND, SETS, digest
from benchmarks.unseen.reporting import figures, report, rows, table
from benchmarks.unseen.second_cuda_files import SECOND_FILES, SECOND_FOLDER
from benchmarks.unseen.simulated import problems
from benchmarks.unseen.workers import answers
from gpusim.timing.bands import Band
from schedules.analyses.verification.compare import Expected
from schedules.core.files import read_json


def test_forty_kernels_of_twenty_kinds():
    assert len(KERNELS) == 40
    kinds = Counter(one.kind for one in KERNELS.values())
    assert len(kinds) == 20 and set(kinds.values()) == {2}
    used = [f"{one.launch.__name__}.cu" for one in FILES]
    assert sorted(used) == sorted(file.name for file in FOLDER.glob("*.cu"))


def test_the_second_set_has_twenty_other_kinds():
    kinds = {one.kind for one in SECOND.values()}
    assert len(SECOND) == len(kinds) == 20
    assert not kinds & {one.kind for one in KERNELS.values()} and not set(SECOND) & set(KERNELS)
    assert sorted(one.path for one in SECOND_FILES) == sorted(SECOND_FOLDER.glob("*.cu"))


def test_the_split_is_fixed():
    assert len(OPEN) == len(HELD_OUT) == 20 and not OPEN & HELD_OUT
    assert max(map(digest, OPEN)) < min(map(digest, HELD_OUT))
    # Renaming a kernel changes the split, so the held-out names are pinned.
    assert digest("".join(sorted(HELD_OUT))).startswith("71d3d670e4171d1b")


@needs_compiler
def test_inputs_that_a_kernel_defines_are_used_in_place_of_the_default():
    one = next(one for one in SECOND_FILES if one.launch.__name__ == "csr_matvec")
    kernel = one.kernel((40, 30, 200))
    described = kernel._file.inputs()
    for offset, column in (
        kernel.inputs(np.random.default_rng(0))[:2],
        (described["offset"], described["column"]),
    ):
        assert offset[0] == 0 and offset[-1] == 200 and (np.diff(offset) >= 0).all()
        assert column.min() >= 0 and 20 <= column.max() < 30


@needs_compiler
@pytest.mark.parametrize("wrong", [False, True])
def test_a_cuda_file_is_compared_with_its_reference(wrong):
    one = next(one for one in FILES if one.launch.__name__ == "column_max")

    def launch(*extents):
        right = one.launch(*extents)
        return replace(right, reference=lambda x: right.reference(x) + wrong * np.eye(4, 96))

    launch.__name__ = "column_max"
    found = problems(
        CudaFile(one.kind, one.name, launch, *(one.counted, one.timed)).kernel(one.counted)
    )
    assert [text.partition(",")[0] for text in found] == ["4 of 384 elements wrong"] * wrong


def test_a_failed_or_hung_process_is_replaced():
    first, failed, last = answers(int, ["1", "x", "2"], 1, 30)
    assert (first, last) == (1, 2)
    assert list(failed) == ["error"] and "invalid literal" in failed["error"]
    (ended,) = answers(os._exit, [3], 1, 30)
    assert "exit code 3" in ended["error"]
    (late,) = answers(time.sleep, [60], 1, 0.2)
    assert "0.2 s" in late["error"]


# --- times ----------------------------------------------------------------------------------------


def test_each_half_has_its_own_record_and_no_time_is_printed(tmp_path, monkeypatch, capsys):
    seen, held_out = sorted(OPEN)[:2], sorted(HELD_OUT)[:2]

    def answered(work, queries, processes, limit_s):
        for query in queries:
            if work is timing.expected:
                yield {"error": "no compiler"} if query == held_out[1] else Expected([], [], [])
            else:
                yield {"error": "is wrong"} if query[0] == seen[1] else {"time_us": 98.75}

    monkeypatch.setattr(timing, "answers", answered)
    header, parts = {"device": "A GPU"}, SETS["1"].parts
    assert timing.record_times(header, tmp_path, parts, [*seen, *held_out]) == 2
    times, kept = (
        read_json(tmp_path / f"unseen-{stem}-a-gpu.json") for stem in ("times", "held-out")
    )
    assert times == {
        "device": "A GPU",
        "kernels": [
            {"kernel": seen[0], "time_us": 98.75},
            {"kernel": seen[1], "error": "is wrong"},
        ],
    }
    assert kept["kernels"] == [
        {"kernel": held_out[1], "error": "no compiler"},
        {"kernel": held_out[0], "time_us": 98.75},
    ]
    said = capsys.readouterr()
    assert "2 of 4 kernels timed" in said.out and "98.75" not in said.out + said.err
    assert f"{seen[1]}: is wrong" in said.err and f"{held_out[1]}: no compiler" in said.err


# --- the report -----------------------------------------------------------------------------------


def predicted(name: str, us: float, code: str = "c") -> dict:
    return {
        "kernel": name, "kind": "k", "code": code, "predicted_us": us,
        "busiest": "issue", "busy": 0.9, "launch": 0.1,
    }  # fmt: skip


def took(name: str, us: float) -> dict:
    return {"kernel": name, "extents": [8], "code": "c", "time_us": us}


def test_figures_of_a_made_up_record(monkeypatch):
    monkeypatch.setattr(reporting, "bands", lambda: {"issue": Band(0.9, 1.2)})
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
    # Errors of 0, +10, +25 and +15 %; the bands of the last two begin at 9 and at 20.7.
    made = figures(found)
    assert (made["rows"], made["predicted"], made["in_band"]) == (7, 4, 2)
    assert (made["mean_error"], made["bias"], made["within_15"]) == (0.125, 0.125, 0.75)
    assert made["worst"] == "outside [8]"
    text = table("a half", found)
    assert (
        "| outside | k | 10.0 µs | 9.00 µs to 12.0 µs, outside | 8.00 µs | +25.0% | issue |" in text
    )
    assert "- refused: not known" in text
    assert text.endswith(
        "4 of 7 kernels compared: mean error 12.5%, bias +12.5%, 75% within 15 %, 2 within the "
        "printed band.\n"
    )


def test_only_all_shows_the_held_out_half(tmp_path):
    seen, held_out = min(OPEN), min(HELD_OUT)
    path = tmp_path / "unseen-predictions-x.json"
    head = {"device": "A GPU", "commit": "abc", "times_known": False}
    path.write_text(json.dumps(head | {"kernels": [predicted(seen, 10), predicted(held_out, 20)]}))
    assert report(SETS["1"], path, False) == f"A GPU: no times in {tmp_path}"
    for stem, name in (("times", seen), ("held-out", held_out)):
        record = {"kernels": [took(name, 10)]}
        (tmp_path / f"unseen-{stem}-a-gpu.json").write_text(json.dumps(record))
    half, both = (report(SETS["1"], path, everything) for everything in (False, True))
    assert "before" in half and seen in half and held_out not in half
    assert held_out in both and "2 of 2 kernels compared: mean error 50.0%" in both


def test_the_second_set_is_one_row_once_it_is_predicted_and_timed(tmp_path):
    name, second = min(SECOND), SETS["2"]
    made = {"device": "A GPU", "commit": "abc", "times_known": False}
    path, times = second.predictions(tmp_path, "x"), tmp_path / "unseen-2-times-a-gpu.json"
    path.write_text(json.dumps(made | {"kernels": [predicted(name, 20)]}))
    assert unseen(tmp_path) == HEAD
    times.write_text(json.dumps({"kernels": [took(name, 10)]}))
    assert unseen(tmp_path) == (
        f"{HEAD}| A GPU | second set | 1 of 1 | 100.0% | +100.0% | 0% | 0% |\n"
    )
    assert name not in report(second, path, False)
    assert "1 of 1 kernels compared: mean error 100.0%" in report(second, path, True)
    path.unlink()
    assert unseen(tmp_path) == HEAD
