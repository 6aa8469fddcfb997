"""`schedules bench` on a GPU, whose part is played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import items
from played_tools import PLAYED_US, PlayedCompiler

from gpusim.errors import UserError
from schedules.core.errors import WrongResult
from schedules.measure import gpu as bench
from schedules.measure.timing import Timing

# The function itself; the fixture `played` replaces it.
verified_bench_shape = bench.bench_shape


def rows_of(file: Path) -> dict[str, dict]:
    return {row["rung"]: row for row in json.loads(file.read_text())["rows"]}


def test_bench_writes_a_record_named_after_the_device(cli, played, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = cli("bench", "gemm/sgemm_tvm:vthread", "--sizes", "128,256")
    assert code == 0, err
    record = json.loads((tmp_path / "docs/results/pretended-gpu.json").read_text())
    assert [row["shape"][0] for row in record["rows"]] == [128, 256]
    assert record["ceilings"] == {"copy_gbps": 4000.0, "fma_tflops": 60.0, "float16_tflops": 800.0}
    assert "cuBLAS 50.0 us" in out
    assert "cold x cuBLAS" in out and "0.66" in out


def test_what_differs_from_the_record_by_more_than_its_spread_is_said(
    cli, played, tmp_path, monkeypatch
):
    arguments = ["gemm/sgemm_tvm:vthread", "--sizes", "128", "--record", tmp_path / "record.json"]
    assert "float32, compiled by played 1.0: " in cli("bench", *arguments)[1]
    monkeypatch.setitem(PLAYED_US, "sustained", 104.0)
    monkeypatch.setitem(PLAYED_US, "cold", 91.5)  # within the quartiles of both
    code, _, err = cli("bench", *arguments)
    assert (code, err) == (
        0,
        "schedules: gemm/sgemm_tvm:vthread at (128, 128, 128), sustained: "
        "104.0 us, where the record had 100.0 us\n",
    )
    monkeypatch.setitem(PLAYED_US, "sustained", 105.0)  # as near as two timings of one kernel
    monkeypatch.setitem(PLAYED_US, "cold", 100.0)
    _, _, err = cli("bench", *arguments)
    assert err.count("\n") == 1 and "cold: 100.0 us, where the record had 91.5 us" in err
    monkeypatch.setitem(PLAYED_US, "cold", 90.0)
    monkeypatch.setattr(PlayedCompiler, "version", "played 2.0")
    _, _, err = cli("bench", *arguments)
    assert "where the record had 100.0 us of played 1.0's code" in err


def test_a_size_that_a_rung_does_not_take_is_left_out_and_said(cli, played, tmp_path):
    file = tmp_path / "record.json"
    code, _, err = cli("bench", "gemm/sgemm_tvm:vthread", "--sizes", "100,128", "--record", file)
    assert code == 0
    assert err.startswith("skipped: gemm/sgemm_tvm:vthread: M,N,K = 100,100,100 is not a multiple")
    assert [row["shape"][0] for row in rows_of(file).values()] == [128]


def test_missing_times_only_what_the_record_lacks(cli, played, tmp_path):
    arguments = ["--sizes", "128", "--record", tmp_path / "record.json"]
    cli("bench", "gemm/sgemm_tvm:vthread", *arguments)
    rungs = ["gemm/sgemm_tvm:vthread", "gemm/sgemm_tvm:naive"]
    code, _, err = cli("bench", *rungs, *arguments, "--missing")
    assert (code, err) == (0, "")
    assert played == ["vthread", "naive"]
    assert all(row["time_us"] == 100.0 for row in rows_of(tmp_path / "record.json").values())


def test_rows_before_a_wrong_rung_are_kept(cli, played, tmp_path, monkeypatch):
    timed = bench.bench_shape

    def one_wrong(*arguments, **more):
        yield from timed(*arguments, **more)
        raise RuntimeError("an illegal memory access")

    monkeypatch.setattr("schedules.measure.gpu.bench_shape", one_wrong)
    file = tmp_path / "record.json"
    asked = ("bench", "gemm/sgemm_tvm:vthread", "--sizes", "128", "--record", file)
    code, out, err = cli(*asked)
    assert code == 70
    assert len(err.splitlines()) == 1 and "an illegal memory access" in err
    assert "gemm/sgemm_tvm:vthread" in out
    assert list(rows_of(file)) == ["vthread"]
    code, out, _ = cli(*asked, "--json")
    assert code == 70
    assert [row["rung"] for row in items(out, "measurements")] == ["vthread"]


def test_an_error_of_one_rung_leaves_the_results_of_the_others(
    cli, played, on_stand_in, tmp_path, monkeypatch
):
    """Of one that is wrong, one that crashes, and one that cannot be compiled."""
    timed = bench.bench_shape
    monkeypatch.setattr("schedules.measure.gpu.bench_shape", verified_bench_shape)
    monkeypatch.setattr(
        "schedules.measure.gpu.timed_rows",
        lambda kernels, ceilings, *_: timed(kernels, ceilings, None),
    )
    file = tmp_path / "record.json"
    faults = {
        "block_tile": lambda outputs: outputs[0].fill_(0.0),
        "thread_tile": TypeError("can't convert"),
        "cache_write": UserError("ptxas refuses it"),
    }
    on_stand_in(faults)
    rungs = [f"gemm/sgemm_tvm:{name}" for name in ("naive", *faults, "cooperative_fetch")]
    for more in ((), ("--json",)):
        code, out, err = cli("bench", *rungs, "--sizes", "128", "--record", file, *more)
        assert code == 70
        assert len(err.splitlines()) == 3
        for name, text in (
            ("block_tile", "elements wrong, first at [0, 0]: 0.0 instead of"),
            ("thread_tile", "internal error: TypeError: can't convert"),
            ("cache_write", "does not run: ptxas refuses it"),
        ):
            (line,) = (line for line in err.splitlines() if name in line)
            assert text in line
        assert list(rows_of(file)) == ["cooperative_fetch", "naive"]
    assert [row["rung"] for row in items(out, "measurements")] == ["naive", "cooperative_fetch"]


@pytest.mark.gpu
def test_bench_records_a_rung(cli, tmp_path):
    file = tmp_path / "record.json"
    code, out, err = cli("bench", "gemm/sgemm_tvm:vthread", "--sizes", "1024", "--record", file)
    assert code == 0, err
    assert "cuBLAS" in out and list(rows_of(file)) == ["vthread"]


@pytest.mark.parametrize("field", ["kernel", "compiler"])
def test_a_kernel_that_has_changed_is_timed_anew(cli, played, tmp_path, field):
    file = tmp_path / "record.json"
    arguments = ["gemm/sgemm_tvm:vthread", "--sizes", "128", "--record", file]
    cli("bench", *arguments)
    record = json.loads(file.read_text())
    record["rows"][0][field] = "another"
    file.write_text(json.dumps(record))
    assert cli("bench", *arguments, "--missing")[0] == 0
    assert played == ["vthread", "vthread"]
    assert cli("bench", *arguments, "--missing")[0] == 0
    assert played == ["vthread", "vthread"]


def test_a_wrong_file_leaves_the_times_of_the_others(cli, monkeypatch, tmp_path):
    def timed(kernel) -> Timing:
        if kernel.path.stem == "wrong":
            raise WrongResult(f"{kernel.name} is wrong: y")
        return Timing(kernel.name, "", (), "Played", "NVRTC 13.0", 5.0, (4.0, 6.0), 3, 0, 12000)

    monkeypatch.setattr("schedules.measure.timing.time_kernel", timed)
    at_once = lambda work, query, *_: (work(query), "")  # noqa: E731
    monkeypatch.setattr("schedules.commands.bench.run.device_target", lambda: None)
    monkeypatch.setattr("schedules.commands.rungs.run_isolated", at_once)
    files = [tmp_path / "wrong.cu", tmp_path / "right.cu"]
    for file in files:
        file.write_text("__global__ void k() {}")
    code, out, err = cli("bench", *files, "--json")
    assert (code, err) == (1, f"schedules: {files[0]} is wrong: y\n")
    assert [item["rung"] for item in items(out, "times")] == [str(files[1])]
    for option in (["--sizes", "8"], ["--missing"]):
        assert cli("bench", *files, *option)[0] == 2


def test_a_shape_that_no_size_names(cli, played, tmp_path):
    file = tmp_path / "record.json"
    arguments = ["gemm/sgemm_tvm:vthread", "--record", file, "--shape", "128,256,384"]
    assert cli("bench", *arguments)[0] == 0
    assert rows_of(file)["vthread"]["shape"] == [128, 256, 384]
    code, _, err = cli("bench", *arguments, "--sizes", "128")
    assert code == 2 and "--sizes and --shape" in err
    code, _, err = cli("bench", *arguments[:3], "--shape", "128,256")
    assert code == 2 and err.count("\n") == 1
    assert len(rows_of(file)) == 1


def test_a_bench_that_is_cut_short_keeps_the_shapes_before(cli, played, tmp_path, monkeypatch):
    timed = bench.bench_shape

    def interrupted(kernels, *rest, **more):
        if kernels[0].workload.shape[0] == 256:
            raise KeyboardInterrupt
        return timed(kernels, *rest, **more)

    monkeypatch.setattr("schedules.measure.gpu.bench_shape", interrupted)
    file = tmp_path / "record.json"
    code, out, _ = cli("bench", "gemm/sgemm_tvm:vthread", "--sizes", "128,256", "--record", file)
    assert code == 130
    assert "M,N,K = 128,128,128" in out
    assert [row["shape"][0] for row in json.loads(file.read_text())["rows"]] == [128]
