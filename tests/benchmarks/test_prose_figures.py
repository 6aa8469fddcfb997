"""Every figure of a record in the text of docs/ is the record's."""

from __future__ import annotations

import json
import re

import pytest
from accesses import needs_compiler
from conftest import ROOT

from benchmarks.figures.prose import FIGURES, TIMES, filled, part_of, spread, unmarked, value
from gpusim.errors import UserError

PAGES = sorted((ROOT / "docs").rglob("*.md"))
# The pages of docs/results are generated as a whole, and docs/index.md is README.
WRITTEN = [
    page
    for page in [ROOT / "README.md", *PAGES]
    if page.parent.name != "results" and page.name != "index.md"
]
LADDERS = [
    page
    for page in WRITTEN
    if page.parent.name == "ladders" and not page.stem.endswith("-appendix")
]
CONSTANTS = """<!-- constants -->
| constant | unit | H200 | H100 | source |
| --- | --- | --- | --- | --- |
| a load | cycles | 23 | 23 | `latency.lds` |
| a queue | instructions | 12 | 12 | `queues[0]`, from `queue.lds` |
<!-- /constants -->
"""
ERRORS = """<!-- errors -->
| kernels | H200 | H100 | cause |
| --- | --- | --- | --- |
| `gemm/sgemm_tvm:naive` at 1024 | {} | {} | L1 |
<!-- /errors -->
"""


def test_every_figure_is_in_some_page():
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert set(re.findall(r"<!-- =([\w-]+) -->", text)) == FIGURES.keys()
    assert set(re.findall(r"<!-- =([\w-]+) [^\s>]+ ", text)) == TIMES.keys()


def test_a_wrong_figure_is_found_and_a_right_one_stays():
    right = f"It takes {FIGURES['slowest']():.1f}<!-- =slowest --> % longer."
    assert filled(right) == right
    assert filled(right.replace("6.0", "7.0")) == right
    with pytest.raises(UserError, match="no figure 'slow'"):
        filled("6<!-- =slow -->")


def test_a_wrong_time_is_found_and_a_right_one_stays():
    gain = "<!-- =gain h200 gemm/sgemm_cuda:tensor_core double_buffer 1024 -->"
    assert filled(f"2.94{gain} times as fast") == f"2.94{gain} times as fast"
    assert filled(f"2.49{gain} times as fast") == f"2.94{gain} times as fast"
    with pytest.raises(UserError, match="0 rows of gemm/sgemm_cuda:none at 1024"):
        filled(f"2.94{gain}".replace("tensor_core", "none"))


def test_a_figure_of_a_row_is_named_by_its_path():
    row = {"time_us": 30, "baselines": {"cuBLAS": {"time_us": 60}}, "counters": {"dram": 90}}
    paths = ("time_us", "baselines.*.time_us", "counters.dram/time_us", "counters.dram/1e1")
    assert [part_of(row, path) for path in paths] == [30, 60, 3, 9]
    with pytest.raises(KeyError):
        part_of(row, "counters.missing")


def test_a_wrong_cell_is_found_and_a_right_one_stays():
    assert filled(CONSTANTS) == CONSTANTS
    assert filled(CONSTANTS.replace("| 12 | 12 |", "| 12 | 13 |")) == CONSTANTS
    cells = [spread(chip, "`gemm/sgemm_tvm:naive` at 1024") for chip in ("h200", "h100")]
    right = ERRORS.format(*cells)
    assert filled(right) == right and filled(ERRORS.format("", "+1 %")) == right
    assert value("h200", "clock: ffma") == 1980
    with pytest.raises(UserError, match="no predictions"):
        spread("h200", "`gemm/sgemm_tvm:missing`")


def test_a_quantity_without_a_source_is_found():
    text = "It takes {}12 ms, 3<!-- =slowest --> % more, and twice 4 `ms`.\n```\n5 ms\n```\n"
    assert unmarked(text.format("")) == ["12 ms"]
    assert unmarked(text.format("").replace("12 ms", "12 ms<!-- cited -->")) == []
    assert unmarked("1.5 times as\nfast, 2 times as fast<!-- once -->") == ["1.5 times as\nfast"]
    assert unmarked("<!-- once -->\n5 ms,\n6 million\n\n7 us") == ["7 us"]


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: page.stem)
def test_every_quantity_of_a_page_has_a_source(page):
    assert unmarked(page.read_text(encoding="utf-8")) == []


def test_the_pages_are_few_and_those_of_ladders_short():
    appendices = [page for page in WRITTEN if page.stem.endswith("-appendix")]
    # README is one more, docs/index.md.
    assert len(appendices) == len(LADDERS) and len(WRITTEN) - len(appendices) <= 38 + 1
    for page in LADDERS:
        text = page.read_text(encoding="utf-8")
        prose = re.sub(r"```.*?```|<!-- figures.*?/figures -->|<!--.*?-->", "", text, flags=re.S)
        assert len(prose.split()) <= 1500, page.stem


@needs_compiler
def test_the_predicted_lines_that_a_guide_shows(cli):
    guide = (ROOT / "docs/predicting.md").read_text()
    shown = r"<!-- prediction: (\S+) (\S+) -->\n```\n(.*?)```"
    ((path, shape, block),) = re.findall(shown, guide, re.S)
    _, out, _ = cli("predict", path, "--shape", shape, "--json")
    (one,) = json.loads(out)["items"]
    us = one["prediction"]["us"]
    assert f"predicted at {us:.0f} us" in guide
    lines: dict[int, float] = {}
    for launch in one["prediction"]["launches"]:
        for each in launch["instructions"]:
            lines[each["line"]] = lines.get(each["line"], 0.0) + each["us"]
    hottest = sorted(lines, key=lines.get, reverse=True)
    rows = [row.split()[:3] for row in block.splitlines()[1:]]
    assert rows == [
        [str(line), f"{lines[line] / sum(lines.values()):.1%}", f"{lines[line]:.4g}"]
        for line in hottest[: len(rows)]
    ]
