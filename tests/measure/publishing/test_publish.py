"""The README's sections say what the record says, and nothing else of the page is touched."""

from __future__ import annotations

import re

import pytest
from conftest import ROOT
from publishing import MARKS, with_verdicts

from gpusim.errors import UserError
from schedules.core.catalog import ladder, ladders
from schedules.measure.publishing.groups import first_baseline
from schedules.measure.publishing.publish import NOTHING, filled_in, summary
from schedules.measure.records import Recorded


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
        "| `gemm/sgemm_tvm`, float32 | `cp_async` | 4096³ | 2.63 ms | 52.3 TFLOP/s | "
        "79 % | 1.024 x cuBLAS | - | - | 20.8 TFLOP/s on RTX 3090 (`vectorized_read`, 16384³) |"
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
    """Lines are of that one whose rungs were timed beside the most, with the other's ratios."""
    alone = [
        {**row, "dtype": dtype, "baselines": dict([first_baseline(row)])}
        for row in recorded.record["rows"]
        for dtype in ("float32", "float64")
    ]
    other = Recorded(
        tmp_path / "docs/results/a.json", {**recorded.record, "device": "A", "rows": alone[:6]}
    )
    text = summary([other, recorded], ladders(), tmp_path)
    head, line, elsewhere = (
        line.split(" | ")
        for line in text.splitlines()
        if line.startswith("| ") and "---" not in line
    )
    assert elsewhere[0] == "| `gemm/sgemm_tvm`, float64 on A"
    assert line[0] == "| `gemm/sgemm_tvm`, float32" and head[-1] == "against, A |"
    best = min(
        (row for row in alone[:6] if row["dtype"] == "float32"), key=lambda row: row["time_us"]
    )
    assert line[-1] == f"{first_baseline(best)[1]['ratio']:.3f} |"
    assert text.count("Measured on ") == 2 and "](docs/results/a.md)" in text
    assert "/roofline.svg" in text and "docs/results/a/" not in text


def test_the_readme_has_both_sections():
    assert re.findall(r"<!-- results: (\w+) -->", (ROOT / "README.md").read_text()) == [
        "gpu",
        "cpu",
    ]
