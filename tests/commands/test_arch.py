"""`--arch` and `--chip` on the commands that look at machine code."""

from __future__ import annotations

import base64
import json
import re
import zlib

import pytest
from accesses import needs_compiler
from conftest import items

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
    last = record["steps"][-1]
    assert last["predicted_us"] is None and last["findings"] == [] and last["registers"] > 0


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (("verify", WARP, "--arch", "sm_70"), "no PTX or SASS for sm_70"),
        (("verify", WARP, "--arch", "sm80"), "unknown arch 'sm80'"),
        (("verify", WARP, "--on", "cuda", "--arch", "sm_80"), "--arch goes with the simulator"),
        (("verify", SAXPY, "--arch", "x86-64-v3"), "unknown arch"),
        (("predict", WARP, "--arch", "sm_75"), "no prediction for sm_75"),
        (("predict", WARP, "--arch", "sm_80", "--chip", "rtx-3090"), "rtx-3090 runs sm_86"),
        (("advise", WARP, "--arch", "sm_90", "--chip", "a100"), "a100 runs sm_80, not sm_90"),
        (("check", WARP, "--arch", "sm_80", "--chip", "h100"), "h100 runs sm_90, not sm_80"),
    ],
)
def test_what_an_architecture_lacks_is_refused_in_a_line(cli, line, said):
    code, _, err = cli(*line)
    assert code == 2 and said in err and len(err.strip().splitlines()) == 1


@needs_compiler
def test_a_cubin_of_another_architecture_than_asked_is_refused(cli):
    code, _, err = cli(
        "show", "tests/gpusim/triton/add.cubin", "--level", "sass", "--arch", "sm_80"
    )
    assert code == 2 and "is machine code of sm_90, not sm_80" in err


@needs_compiler
def test_a_report_is_of_the_architecture(cli, tmp_path):
    pages = {}
    for arch in ("sm_86", "sm_90"):
        code, _, _ = cli("report", WARP, "--arch", arch, "--out", str(tmp_path / "page.html"))
        assert code == 0
        (chunk,) = re.findall(r'id="rung-0">([^<]+)<', (tmp_path / "page.html").read_text())
        pages[arch] = json.loads(zlib.decompress(base64.b64decode(chunk)))
    assert [pages[arch]["arch"] for arch in pages] == list(pages)
    # Times were measured of sm_90's code.
    assert pages["sm_90"]["measured"] and not pages["sm_86"].get("measured")
    code, _, err = cli("report", WARP, "--arch", "sm_1", "--out", str(tmp_path / "page.html"))
    assert code == 2 and len(err.strip().splitlines()) == 1
