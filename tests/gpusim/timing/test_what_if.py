"""A virtual speedup of a line predicts what a real edit of the line gains."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest
from accesses import needs_compiler

from benchmarks.external.launch import describe_launch
from gpusim.timing.what_if import time_if
from schedules import explore

pytestmark = needs_compiler

KERNELS = tomllib.loads(Path(__file__).with_name("edits.toml").read_text())["kernel"]


def explored(case, source, folder):
    (folder / "kernel.cu").write_text(source)
    describe_launch(case, folder)
    return explore(str(folder / "kernel.cu"), target="sm_90")


def line_of(source: str, text: str) -> int:
    before, *rest = source.split(text)
    assert len(rest) == 1, text
    return before.count("\n") + 1


def gains(kernel, folder) -> list[tuple[float, float]]:
    """Predicted fractions of time that each edit of a kernel saves: the real, the virtual one."""
    source = kernel["source"]
    base = explored(kernel, source, folder)
    rows = []
    for edit in kernel["edit"]:
        (line,) = base.speedups({line_of(source, edit["was"]): edit["cheaper"]}).lines
        (virtual_us,) = line.times_us.values()
        edited = explored(kernel, source.replace(edit["was"], edit["is"]), folder).predict()
        rows.append((edited.us, virtual_us))
    us = base.predict().us
    assert len(rows) == 5
    return [(1 - real / us, 1 - virtual / us) for real, virtual in rows]


@pytest.mark.parametrize(
    "kernels", [KERNELS[:2], pytest.param(KERNELS, marks=pytest.mark.exhaustive)], ids=len
)
def test_lines_rank_as_their_real_edits(kernels, tmp_path):
    rows = [row for kernel in kernels for row in gains(kernel, tmp_path)]
    real, virtual = (np.argsort(np.argsort(column)) for column in zip(*rows, strict=True))
    assert np.corrcoef(real, virtual)[0, 1] >= 0.8, rows


@pytest.mark.parametrize("text", ["in[part", "__syncthreads();\n    for", "other ="])
def test_a_part_of_a_cost_is_between_all_and_none(text, tmp_path):
    kernel = KERNELS[0]
    base = explored(kernel, kernel["source"], tmp_path)
    line = line_of(kernel["source"], text)
    launches = base.kernel.recordings()
    almost_none, half, whole = (time_if(launches, line, part) for part in (1e-9, 0.5, 1.0))
    assert almost_none == pytest.approx(base.predict().us, rel=0.02)
    assert whole <= half * 1.02 and half <= almost_none * 1.02


def test_the_line_that_is_awaited_is_tried(tmp_path):
    """A load takes no time itself: another line waits for it, and would not gain if it were
    cheaper."""
    kernel = KERNELS[0]
    source = kernel["source"]
    speedups = explored(kernel, source, tmp_path).speedups()
    by_line = {row.line: row for row in speedups.lines}
    load, wait = (line_of(source, text) for text in ("in[part", "tile[threadIdx.x] = value"))
    assert by_line[load].share < 0.05 < 0.2 < by_line[wait].share
    assert by_line[load].times_us["50 %"] < 0.9 * speedups.us
    assert by_line[wait].times_us["50 %"] > 0.98 * speedups.us
