"""`schedules verify --on cuda`, whose GPU's part is played."""

from __future__ import annotations

import json
import math
import re

import pytest
from conftest import items

from gpusim.errors import UserError
from schedules.analyses.verification.verdict import CUDA, Check
from schedules.workloads.quantized import QuantizedGemv


def test_the_verdicts_of_verify_are_recorded_at_each_shape(cli, played, tmp_path, monkeypatch):
    def verify_on_device(found, _):
        for kernel in found:
            at = kernel.step.label, kernel.workload.shape
            yield kernel, Check(*at, "random 0", CUDA, 0.25, relative_error=1e-7), None
            wrong = ("first at [0, 1]",) if kernel.rung.name == "vthread" else ()
            error = math.inf if wrong else 0.0
            yield kernel, Check(*at, "integer 0", CUDA, error, wrong, relative_error=0.0), None

    monkeypatch.setattr("schedules.analyses.verification.on_gpu.verify_on_device", verify_on_device)
    file = tmp_path / "record.json"
    rungs = ["gemm/sgemm_tvm:naive", "gemm/sgemm_tvm:vthread"]
    code, out, err = cli("verify", *rungs, "--on", "cuda", "--sizes", "128,256", "--record", file)
    assert code == 1
    assert err.count("vthread:12-bind_fetch at 128,128,128, integer 0 inputs: first at [0, 1]") == 1
    rows = [line.split()[-1] for line in out.splitlines() if "sgemm_tvm" in line]
    assert rows == ["correct", "wrong"] * 2
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
