"""`analyze`, `predict`, `advise`: what is told of simulated kernels, by architecture and chip."""

from __future__ import annotations

import json
import re

import pytest
from accesses import needs_compiler, rung
from conftest import items, lowered

from gpusim.errors import UserError
from gpusim.timing.constants import bands
from schedules.compile.compiler import Compiler


def test_json_says_where_the_numbers_come_from(cli):
    arguments = ("gemm/sgemm_tvm:vectorized_read", "--shape", "1024,1024,1024", "--json")
    status, out, _ = cli("analyze", *arguments)
    (one,) = items(out, "accesses")
    assert status == 0
    assert one["shape"] == [1024, 1024, 1024]
    assert one["counters"]["shared_load_wavefronts"] == 6_291_456
    (kernel,) = one["kernels"]
    # Lines are those of `show --level cuda` below its header.
    text = lowered(rung(arguments[0]), shape=(1024,) * 3).kernel_source.splitlines()
    for access in kernel["accesses"]:
        assert access["expression"].partition("[")[0] in text[access["line"] - 1]


def test_without_the_compiler_nothing_is_counted(cli, monkeypatch):
    def missing(*_):
        raise UserError("PTX and SASS need the wheel nvidia-cuda-nvrtc")

    monkeypatch.setattr(Compiler, "compile", missing)
    status, _, err = cli("analyze", "gemm/sgemm_tvm:vthread")
    assert status == 2 and "PTX and SASS need the wheel nvidia-cuda-nvrtc" in err


SAXPY = "examples/kernels/saxpy.cu"
WARP = "gemv/hgemv:warp1"


@needs_compiler
def test_a_rung_and_a_file_are_verified_as_machine_code_of_the_architecture(cli):
    code, out, _ = cli("verify", WARP, "--on", "machine", "--arch", "sm_86", "--shape", "8,128")
    assert code == 0 and "correct" in out and "all of 4 blocks" in out
    code, out, _ = cli("verify", SAXPY, "--arch", "sm_75")
    assert code == 0 and "correct" in out
    code, out, _ = cli("show", SAXPY, "--level", "sass", "--arch", "sm_75")
    assert code == 0 and "LDG.E.SYS" in out
    _, out, _ = cli("analyze", SAXPY, "--arch", "sm_75", "--json")
    (record,) = items(out, "instruction-counts")
    assert record["arch"] == "sm_75" and record["counters"]["global_load_sectors"] == 250


@needs_compiler
def test_a_prediction_is_for_the_chip_of_the_architecture(cli):
    for options in (("--chip", "rtx-3090"), ("--arch", "sm_86")):
        code, out, _ = cli("predict", WARP, "--shape", "64,128", "--json", *options)
        (record,) = items(out, "predictions")
        assert code == 0 and record["arch"] == "sm_86"
        assert record["prediction"]["chip"] == "rtx-3090"


@needs_compiler
def test_figures_of_an_architecture_without_a_chip_lack_the_time_alone(cli):
    code, out, _ = cli("check", WARP, "--shape", "8,128", "--arch", "sm_75", "--json")
    (record,) = items(out, "checks")
    assert code == 0 and (record["arch"], record["chip"]) == ("sm_75", "")
    last = record["figures"]
    assert last["predicted_us"] is None and last["findings"] == [] and last["registers"] > 0


SMALL = ("gemm/hgemm:mma_ldmatrix", "--shape", "512,512,512")


@needs_compiler
def test_advice_says_what_bounds_a_kernel_and_the_band_of_its_time(cli):
    status, out, err = cli("advise", *SMALL, "--minutes", "0.01")
    assert (status, err) == (0, "")
    assert "on h200: predicted" in out
    # The first word of the sentence on what bounds it has the error band.
    bound = re.search(r"^ *bound by (latency|shared memory and L1|issue)", out, re.M)[1]
    band = bands()[bound]
    assert f"a measured time is expected to be {band.low:.2f} to {band.high:.2f} times" in out


@pytest.mark.exhaustive
@needs_compiler
def test_json_of_advice_has_bounds_of_the_chip_that_is_named(cli):
    status, out, _ = cli("advise", *SMALL, "--json", "--chip", "h100", "--minutes", "0.01")
    (record,) = items(out, "advice")
    assert status == 0 and record["chip"] == "h100"
    assert record["us"] > 0 and 0 < sum(record["stalls"].values()) <= 1.001
    times = [one["us"] for one in record["limits"]]
    assert times and times == sorted(times)
    for one in record["limits"]:
        assert one["gain"] == pytest.approx(1 - one["us"] / record["us"])


NAIVE = ("gemm/sgemm_tvm:naive", "--shape", "256,256,256")


@needs_compiler
def test_a_trace_that_says_it_is_a_prediction(cli, tmp_path):
    file = tmp_path / "deep" / "naive.json"
    status, out, err = cli("predict", *NAIVE, "--timeline", str(file))
    assert (status, err) == (0, "")
    assert re.match(rf"wrote {file}: [\d,]+ cycles of gemm/sgemm_tvm:naive", out)
    document = json.loads(file.read_text(encoding="utf-8"))
    (note,) = document["otherData"]["notes"]
    assert "Predicted, not measured" in note and "the loop over CUDA lines" in note
    assert {one["ph"] for one in document["traceEvents"]} >= {"M", "X", "C"}
