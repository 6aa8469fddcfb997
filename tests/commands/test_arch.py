"""`--arch` and `--chip` on the commands that look at machine code."""

from __future__ import annotations

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


@needs_compiler
def test_a_cubin_of_another_architecture_than_asked_is_refused(cli):
    code, _, err = cli(
        "show", "tests/gpusim/triton/add.cubin", "--level", "sass", "--arch", "sm_80"
    )
    assert code == 2 and "is machine code of sm_90, not sm_80" in err
