"""`schedules verify --on cuda`, whose GPU's part is played."""

from __future__ import annotations

import json
import math
import re

import pytest
from conftest import items
from played_tools import (
    CLEAN,
    CRASHED,
    OUT_OF_BOUNDS,
    REFUSED,
    played_sanitizer,
    program,
)

from gpusim.errors import UserError
from schedules.analyses.verification.compute_sanitizer import TOOLS
from schedules.analyses.verification.verdict import CUDA, Check
from schedules.commands.verify.on_gpu import sanitizer_shape
from schedules.core.files import write_json
from schedules.core.ladder import ladders
from schedules.workloads.quantized import QuantizedGemv

RUNGS = [rung for one in ladders().values() for rung in one.rungs.values()]


@pytest.mark.parametrize("rung", RUNGS, ids=lambda rung: rung.path)
def test_the_sanitizers_shape_is_small_and_takes_the_guards_along(rung):
    def divides(shape) -> bool:
        tile = rung.tile if rung.any_shape else rung.tile_for(rung.at(shape))
        return all(e % size == 0 for e, size in zip(shape, tile.block(), strict=True))

    shape = sanitizer_shape(rung)
    assert rung.at(shape).flops < 2e9
    guarded = rung.any_shape and not all(map(divides, rung.verify_shapes()))
    assert divides(shape) != guarded


@pytest.mark.parametrize(
    ("text", "code", "cell", "note"),
    [
        (CLEAN, 0, "passed", ""),
        (OUT_OF_BOUNDS, 1, "12 errors", "memcheck: Invalid __global__ read of size 4 bytes"),
        (CRASHED, 1, "did not run", "memcheck: ValueError: invalid argument"),
        (REFUSED, 3, "unavailable", "memcheck is unavailable: Error: Device not supported"),
    ],
)
def test_sanitize_reports_per_rung(cli, played, tmp_path, text, code, cell, note):
    program(tmp_path, "compute-sanitizer", text)
    rungs = ["gemm/sgemm_tvm:naive", "gemm/sgemm_tvm:vthread"]
    found = cli("verify", *rungs, "--on", "cuda", "--sanitize", "memcheck")
    assert found[0] == code
    lines = [line for line in found[1].splitlines() if "gemm/sgemm_tvm:" in line]
    assert [cell in line for line in lines] == [True, True]
    assert note in found[2]
    assert bool(found[2]) == bool(note)


def test_sanitizer_verdicts_are_recorded_per_rung(cli, played, tmp_path, monkeypatch):
    rungs = ["gemm/sgemm_tvm:naive", "gemm/sgemm_tvm:vthread"]
    file = tmp_path / "record.json"
    write_json(file, {"device": "Pretended GPU", "commit": "of the times", "rows": []})
    asked = ("verify", *rungs, "--on", "cuda", "--record", file, "--sanitize")
    played_sanitizer(tmp_path, monkeypatch, bad=[("racecheck", rungs[1])])
    code, out, err = cli(*asked, "memcheck,racecheck")
    assert code == 1
    assert out.splitlines()[-2:] == ["memcheck: 2 of 2 passed", "racecheck: 1 of 2 passed"]
    record = json.loads(file.read_text())
    naive, vthread = record["sanitized"]
    assert (naive["rung"], naive["shape"], naive["dtype"]) == ("naive", [17, 1025, 17], "float32")
    assert naive["memcheck"] == naive["racecheck"] == PASSED_ENTRY
    assert vthread["memcheck"] == PASSED_ENTRY
    assert (vthread["racecheck"]["state"], vthread["racecheck"]["errors"]) == ("errors", 1)
    assert vthread["racecheck"]["message"] in err
    # The header says when the times were taken.
    assert record["commit"] == "of the times"
    # Another tool's verdicts join those of the same kernel.
    played_sanitizer(tmp_path, monkeypatch)
    code, out, _ = cli(*asked, "racecheck,synccheck", "--json")
    told = items(out, "sanitizer-verdicts")
    assert code == 0 and [one["rung"] for one in told] == ["naive", "vthread"]
    assert told[0]["tools"] == {"racecheck": PASSED_ENTRY, "synccheck": PASSED_ENTRY}
    vthread = json.loads(file.read_text())["sanitized"][1]
    assert [vthread[tool] for tool in TOOLS[:3]] == [PASSED_ENTRY] * 3
    assert "initcheck" not in vthread


PASSED_ENTRY = {"state": "passed", "errors": 0, "message": ""}


def test_the_verdicts_of_verify_are_recorded_at_each_shape(cli, played, tmp_path, monkeypatch):
    def verify_on_device(found, _):
        for kernel in found:
            at = kernel.step.label, kernel.workload.shape
            yield kernel, Check(*at, "random 0", CUDA, 0.25, relative_error=1e-7), None
            wrong = ("first at [0, 1]",) if kernel.rung.name == "vthread" else ()
            error = math.inf if wrong else 0.0
            yield kernel, Check(*at, "integer 0", CUDA, error, wrong, relative_error=0.0), None

    monkeypatch.setattr("schedules.commands.verify.on_gpu.verify_on_device", verify_on_device)
    file = tmp_path / "record.json"
    rungs = ["gemm/sgemm_tvm:naive", "gemm/sgemm_tvm:vthread"]
    code, out, err = cli("verify", *rungs, "--on", "cuda", "--sizes", "128,256", "--record", file)
    assert code == 1
    assert err.count("vthread:12-bind_fetch at 128,128,128, integer 0 inputs: first at [0, 1]") == 1
    assert [line.split()[-1] for line in out.splitlines()[1:]] == ["correct", "wrong"] * 2
    entries = json.loads(file.read_text())["verified"]
    _, out, _ = cli("verify", *rungs, "--on", "cuda", "--sizes", "128,256", "--json")
    told = [
        (each["reference"], each["shapes"], each["right"]) for each in items(out, "verifications")
    ]
    assert told == [
        (rung, [[size] * 3], right)
        for size in (128, 256)
        for rung, right in zip(rungs, (True, False), strict=True)
    ]
    assert [(entry["rung"], entry["shape"][0], entry["right"]) for entry in entries] == [
        ("naive", 128, True),
        ("vthread", 128, False),
        ("naive", 256, True),
        ("vthread", 256, False),
    ]
    assert (entries[0]["of_tolerance"], entries[0]["relative_error"]) == (0.25, 1e-7)
    assert (entries[1]["of_tolerance"], entries[1]["relative_error"]) == (None, None)
    assert entries[1]["message"] == "integer 0 inputs: first at [0, 1]"


def test_an_error_of_one_rung_leaves_the_results_of_the_others(
    cli, played, on_stand_in, tmp_path, monkeypatch
):
    """Of one whose inputs raise, one that crashes, one that cannot be compiled, and one that the
    GPU cannot launch."""

    def inputs(self, rng, **_):
        raise TypeError("can't convert cuda device type tensor")

    monkeypatch.setattr(QuantizedGemv, "inputs", inputs)
    faults = {
        "block_tile": RuntimeError("CUDA: out of resources"),
        "thread_tile": TypeError("got 3 arguments"),
        "cache_write": UserError("ptxas refuses it"),
    }
    on_stand_in(faults)
    file = tmp_path / "record.json"
    rungs = [f"gemm/sgemm_tvm:{name}" for name in ("naive", *faults, "cooperative_fetch")]
    rungs.insert(1, "gemv/fast_gemv:int8")
    told = {
        "block_tile": "does not run: CUDA: out of resources",
        "thread_tile": "internal error: TypeError: got 3 arguments",
        "cache_write": "does not run: ptxas refuses it",
        "int8": "internal error: TypeError: can't convert cuda device type tensor",
    }
    right = ["cooperative_fetch", "naive"]
    for more in ((), ("--json",)):
        code, out, err = cli(
            "verify", *rungs, "--on", "cuda", "--sizes", "128", "--record", file, *more
        )
        assert code == 70
        for name, text in told.items():
            lines = [line for line in err.splitlines() if re.search(rf":{name}[: ]", line)]
            assert {text in line for line in lines} == {True}
        assert sum("internal error" in line for line in err.splitlines()) == 2
        known = json.loads(file.read_text())["verified"]
        assert [entry["rung"] for entry in known if entry["right"]] == right
        if not more:
            correct = [line.split()[0] for line in out.splitlines() if line.endswith("correct")]
            assert sorted(correct) == [f"gemm/sgemm_tvm:{name}" for name in right]
    results = {
        each["reference"].partition(":")[2]: each["right"] for each in items(out, "verifications")
    }
    assert results == dict.fromkeys(told, False) | dict.fromkeys(right, True)


@pytest.mark.gpu
def test_a_rung_is_right_on_the_gpu(cli):
    code, out, err = cli("verify", "gemm/sgemm_tvm:vthread", "--on", "cuda", "--sizes", "512")
    assert code == 0, err
    assert "wrong" not in out


@pytest.mark.gpu
def test_the_sanitizer_passes_a_rung_or_is_unavailable(cli):
    code, out, err = cli(
        "verify", "gemm/sgemm_tvm:cooperative_fetch", "--on", "cuda", "--sanitize", "all"
    )
    assert code in (0, 3), err
    assert ("unavailable" in out) == (code == 3)
    assert "did not run" not in out
