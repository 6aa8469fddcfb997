"""The README's section says what the records say, and nothing else of the page is touched."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from conftest import ROOT
from publishing import MARKS, with_verdicts

from gpusim.errors import UserError
from schedules.analyses.verification.compute_sanitizer import TOOLS
from schedules.core.catalog import ladder, ladders
from schedules.measure.publishing import publish
from schedules.measure.publishing.groups import first_baseline
from schedules.measure.publishing.publish import checks_text, dtype_text, filled_in, summary
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


def test_the_summary_counts_what_the_sanitizer_passed(recorded, tmp_path):
    text = summary([Recorded(recorded.path, with_verdicts())], ladders(), tmp_path)
    rungs = len(ladder("gemm/sgemm_tvm").rungs)
    assert (
        f" In compute-sanitizer, of {rungs} rungs, 3 pass memcheck, 1 pass racecheck, "
        "2 pass synccheck, 2 pass initcheck. [All rungs and sizes]"
    ) in text


@pytest.mark.parametrize(
    ("passed", "told"),
    [
        (5, " All 5 rungs pass compute-sanitizer (memcheck, racecheck, synccheck, initcheck)."),
        (4, " 4 of 5 rungs pass compute-sanitizer (memcheck, racecheck, synccheck, initcheck)."),
    ],
)
def test_the_summary_counts_rungs_that_pass_every_tool(passed, told, monkeypatch):
    known = SimpleNamespace(rungs=5, passed=dict.fromkeys(TOOLS, passed))
    monkeypatch.setattr(publish, "checked", lambda *_: [known])
    assert checks_text({"sanitized": {"a": 1}}, {}) == told


def test_a_dtype_of_a_record_is_explained():
    assert dtype_text("float32 as float16") == "float32, multiplied as float16"
    assert dtype_text("float8_e4m3fn by tensor") == "float8_e4m3fn, one scale per tensor"
    assert dtype_text("bfloat16") == "bfloat16"


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
