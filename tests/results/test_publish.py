"""The README's sections say what the record says, and nothing else of the page is touched."""

from __future__ import annotations

import json
import math
import re

import pytest
from conftest import ROOT
from publishing import MARKS, with_verdicts

from schedules.catalog import ladder, ladders
from schedules.errors import UserError
from schedules.results.groups import first_baseline
from schedules.results.publish import NOTHING, filled_in, summary
from schedules.results.records import Recorded


@pytest.mark.parametrize("kind", ["gpu", "cpu"])
def test_without_a_record_a_section_says_so(kind, tmp_path):
    text = filled_in(MARKS.format(kind), [], ladders(), tmp_path / "README.md")
    assert text == MARKS.format(kind).replace("old text", NOTHING[kind])


def test_a_cpu_is_no_gpu(recorded, tmp_path):
    marked = MARKS.format("cpu") + MARKS.format("gpu")
    text = filled_in(marked, [recorded], ladders(), tmp_path / "README.md")
    cpu, gpu = text.split("The end.\n")[:2]
    assert NOTHING["cpu"] in cpu
    assert "cp_async" in gpu


@pytest.mark.parametrize(
    ("text", "message"),
    [("# no marks\n", "has no <!-- results"), (MARKS.format("gpus"), "did you mean 'gpu'?")],
)
def test_a_page_without_marks_is_refused(text, message, tmp_path):
    with pytest.raises(UserError, match=re.escape(message)):
        filled_in(text, [], ladders(), tmp_path / "README.md")


def test_the_summary_has_a_line_per_ladder(recorded, tmp_path):
    text = summary([recorded], ladders(), tmp_path)
    (line,) = [line for line in text.splitlines() if line.startswith("| `gemm")]
    assert line == (
        "| `gemm/sgemm_tvm`, float32 | NVIDIA H200 | `cp_async` | 4096³ | 2.63 ms | 52.3 TFLOP/s | "
        "79 % | 1.024 x cuBLAS | - | 20.8 TFLOP/s on RTX 3090 (`vectorized_read`, 16384³) |"
    )
    assert text.startswith("Measured on NVIDIA H200 (driver 580.159.04, cuda 13.0, torch 2.11.0,")
    assert "](docs/results/nvidia-h200.md)" in text
    assert "![roofline](docs/results/nvidia-h200/roofline.svg)" in text


def test_the_summary_counts_what_the_sanitizer_passed(recorded, tmp_path):
    text = summary([Recorded(recorded.path, with_verdicts())], ladders(), tmp_path)
    rungs = len(ladder("gemm/sgemm_tvm").rungs)
    assert (
        f" Of {rungs} rungs, compute-sanitizer passes: memcheck 3, racecheck 1, synccheck 2, "
        "initcheck 2. [Every table]"
    ) in text


def test_devices_stand_beside_each_other_and_one_has_plots(recorded, tmp_path):
    """That one whose rungs were timed beside the most; each ladder's lines follow one another."""
    alone = [
        {**row, "dtype": dtype, "baselines": dict([first_baseline(row)])}
        for row in recorded.record["rows"]
        for dtype in ("float32", "float64")
    ]
    other = Recorded(
        tmp_path / "docs/results/a.json", {**recorded.record, "device": "A", "rows": alone[:2]}
    )
    text = summary([other, recorded], ladders(), tmp_path)
    lines = [line.split(" | ") for line in text.splitlines() if line.startswith("| `gemm")]
    assert [line[:2] for line in lines] == [
        ["| `gemm/sgemm_tvm`, float32", "A"],
        ["| `gemm/sgemm_tvm`, float32", "NVIDIA H200"],
        ["| `gemm/sgemm_tvm`, float64", "A"],
    ]
    assert text.count("Measured on ") == 2 and "](docs/results/a.md)" in text
    assert "/roofline.svg" in text and "docs/results/a/" not in text


def test_the_readme_has_both_sections():
    assert re.findall(r"<!-- results: (\w+) -->", (ROOT / "README.md").read_text()) == [
        "gpu",
        "cpu",
    ]


@pytest.mark.parametrize(
    ("device", "column", "terabytes"),
    [("nvidia-h200", "H200", 4.8), ("nvidia-h100-80gb-hbm3", "H100", 3.35)],
)
def test_the_table_of_goals_is_of_the_record(device, column, terabytes):
    """docs/benchmarks.md says what was aimed at; what was reached is the record's."""
    record = json.loads((ROOT / f"docs/results/{device}.json").read_text())
    rows = [row for row in record["rows"] if "time_us" in row]

    def reached(ratio: float, aim: float, digits: int) -> str:
        """Bold where it falls short."""
        return f"{ratio:.{digits}f}" if ratio >= aim else f"**{ratio:.{digits}f}**"

    def best(ladder: str, shape: tuple[int, ...], against: str, only=lambda rung: True, dtype=None):
        return max(
            row["baselines"][against]["ratio"]
            for row in rows
            if (row["ladder"], tuple(row["shape"])) == (ladder, shape)
            and only(row["rung"])
            and dtype in (None, row["dtype"])
        )

    sgemm = [best("gemm/sgemm_tvm", (n,) * 3, "cuBLAS") for n in (1024, 2048, 4096, 8192, 16384)]
    hgemv = {
        row["shape"][0]: best("gemv/hgemv", tuple(row["shape"]), "torch.mv")
        for row in rows
        if row["ladder"] == "gemv/hgemv" and row["shape"][1] == 128
    }
    gemv = [
        best("gemv/fast_gemv", (n, n), "torch.mv", dtype="float16")
        for n in (512, 1024, 2048, 4096, 8192)
    ]
    bandwidth = max(
        row["gbps"]
        for row in rows
        if (row["shape"], row["dtype"]) == ([16384, 16384], "float16") and "gemv" in row["ladder"]
    )
    quantized = {
        (bits, n): best("gemv/fast_gemv", (n, n), "torch.mv float16", dtype=f"int{bits}")
        for bits, n in ((8, 16384), (4, 8192), (4, 16384))
    }
    by_mma, by_wgmma = (
        [best("gemm/hgemm", (n,) * 3, "cuBLAS", only) for n in (4096, 8192)]
        for only in (lambda rung: "wgmma" not in rung, lambda rung: "wgmma" in rung)
    )
    accumulated = best("gemm/sgemm_geforce", (4096,) * 3, "cuBLAS")
    lowest = min(sgemm), min(hgemv.values()), min(gemv)
    cells = [
        f"{reached(lowest[0], 1, 3)} to {max(sgemm):.3f}, "
        f"{reached(math.prod(sgemm) ** (1 / len(sgemm)), 1.05, 3)}",
        reached(accumulated, 1, 3),
        f"{reached(lowest[1], 1.5, 2)} to {max(hgemv.values()):.2f}",
        f"{reached(lowest[2], 1.15, 2)} to {max(gemv):.2f}",
        f"{bandwidth / terabytes / 10:.1f} %",
        reached(quantized[8, 16384], 1.9, 2),
        f"{reached(quantized[4, 8192], 3.3, 2)} and {reached(quantized[4, 16384], 3.3, 2)}",
        f"{reached(by_mma[0], 0.65, 2)} and {reached(by_mma[1], 0.65, 2)}",
        f"{reached(by_wgmma[0], 0.9, 3)} and {reached(by_wgmma[1], 0.9, 3)}",
    ]
    text = (ROOT / "docs/benchmarks.md").read_text().partition("## What was aimed at")[2]
    head, _, *lines = [line.split(" | ") for line in text.splitlines() if line.startswith("| ")]
    assert [line[head.index(column)] for line in lines] == cells
    assert bandwidth / terabytes / 10 >= 92 and len(hgemv) == 24
    assert device != "nvidia-h200" or min(hgemv.values()) >= 1.5
