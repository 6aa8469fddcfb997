"""The README's section says what the records say, and nothing else of the page is touched."""

from __future__ import annotations

import re

import pytest
from conftest import ROOT
from publishing import MARKS

from gpusim.errors import UserError
from schedules.core.catalog import ladders
from schedules.measure.publishing.groups import first_baseline
from schedules.measure.publishing.publish import filled_in, summary
from schedules.measure.records import Recorded, load


def test_a_section_is_filled_in_and_the_rest_stays(tmp_path):
    text = filled_in(tmp_path / "README.md", MARKS, "results", "new text\n")
    assert text == MARKS.replace("old text", "new text")


@pytest.mark.parametrize("text", ["# no marks\n", MARKS.replace("results", "result")])
def test_a_page_without_marks_is_refused(text, tmp_path):
    file = tmp_path / "README.md"
    with pytest.raises(UserError, match=re.escape(f"{file} has no section to fill in")):
        filled_in(file, text, "results", "new text\n")


def test_the_summary_has_a_line_per_ladder(recorded, tmp_path):
    text = summary([recorded], ladders(), tmp_path)
    (line,) = [line for line in text.splitlines() if line.startswith("| `gemm")]
    assert line == (
        "| `gemm/sgemm_tvm`, float32 | `cp_async` | 4096³ | 2.63 ms | 52.3 TFLOP/s | "
        "79 % | 1.024 x cuBLAS | - |"
    )
    assert text.startswith("- Measured on NVIDIA H200 (driver 580.159.04, cuda 13.0, torch 2.11.0,")
    assert "](docs/results/nvidia-h200.md)" in text
    assert "![roofline](docs/results/nvidia-h200/roofline.svg)" in text


def test_devices_share_a_table_and_one_has_plots(recorded, tmp_path):
    """Rows are of the device whose rungs were timed beside the most libraries; what only another
    one measured is of that one."""
    alone = [
        {**row, "dtype": dtype, "baselines": dict([first_baseline(row)])}
        for row in recorded.record["rows"]
        for dtype in ("float32", "float64")
    ]
    other = Recorded(
        tmp_path / "docs/results/a.json", {**recorded.record, "device": "A", "rows": alone[:6]}
    )
    text = summary([other, recorded], ladders(), tmp_path)
    _, *lines = (
        line.split(" | ")[0]
        for line in text.splitlines()
        if line.startswith("| ") and "---" not in line
    )
    assert lines == ["| `gemm/sgemm_tvm`, float32", "| `gemm/sgemm_tvm`, float64 on A"]
    assert text.count("Measured on ") == 2 and "](docs/results/a.md)" in text
    assert "/roofline.svg" in text and "docs/results/a/" not in text


def test_the_readmes_table_is_narrow_and_has_the_cpu():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (section,) = re.findall(r"<!-- results -->\n(.*?)<!-- /results -->", readme, re.S)
    head, *rows = [line for line in section.splitlines() if line.startswith("|")]
    assert head.count(" | ") + 1 <= 8
    cpu = load(ROOT / "docs/results/amd-epyc.json")["device"]
    assert any(f"on {cpu} |" in row for row in rows)
