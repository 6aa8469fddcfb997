"""The pictures of docs/figures are of the present kernels, and each is on a page."""

from __future__ import annotations

import re

import numpy as np
import pytest
from accesses import needs_compiler
from conftest import ROOT
from exhaustive import sampled

import schedules
from benchmarks.figures.drawings import owners, pipeline_of, requests, shares, timelines, visits
from benchmarks.figures.drawn import DRAWN, FOLDER
from benchmarks.figures.rungs import percent
from benchmarks.figures.svg import covered
from gpusim.errors import UserError

PAGES = sorted((ROOT / "docs").rglob("*.md"))
# A picture of every kind that is drawn in a moment.
QUICK = (
    *("transpose-tile", "transpose-banks", "sgemm_tvm-coalesce", "hgemm-fragments"),
    *("hgemm-pieces", "candidates", "sgemm_cpu-equal_parts"),
)
# A timeline takes half a minute: the first of each ladder stands for its others.
TIMELINES = [name for name, drawn in DRAWN.items() if drawn.func is timelines]
FIRST = {name.partition("-")[0]: name for name in reversed(TIMELINES)}
CHECKED = [name for name in DRAWN if name not in TIMELINES or name in FIRST.values()]


def test_every_picture_is_on_a_page_and_no_other_lies_there():
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert set(re.findall(r"\]\([./]*figures/([\w-]+)\.svg\)", text)) == DRAWN.keys()
    assert {file.stem for file in FOLDER.iterdir()} == DRAWN.keys()
    assert all(file.stat().st_size < 30_000 for file in FOLDER.iterdir())


@needs_compiler
@pytest.mark.parametrize("name", sampled(CHECKED, QUICK))
def test_a_picture_is_of_its_kernels(name):
    """After a change: `python -m benchmarks.figures`."""
    assert (FOLDER / f"{name}.svg").read_text(encoding="utf-8") == DRAWN[name]()


@needs_compiler
def test_another_step_is_another_picture():
    right, wrong = (
        requests(f"examples/transpose.py:schedule:{step} shared load A_shared")
        for step in ("pad", "coalesce")
    )
    assert right == requests("examples/transpose.py:schedule:pad shared load A_shared")
    assert "32 wavefronts" in wrong and "32 wavefronts" not in right
    with pytest.raises(UserError, match="no shared load of B that can be drawn"):
        requests("examples/transpose.py:schedule:pad shared load B")


@needs_compiler
def test_a_request_takes_as_many_wavefronts_as_the_counts_say():
    drawing = requests(
        "gemm/sgemm_tvm:conflict_free_store shared load A_shared",
        "gemm/sgemm_tvm:vthread shared load A_shared",
    )
    assert re.findall(r">(\d+) wavefronts? \(at least (\d+)\)<", drawing) == [
        ("8", "4"),
        ("1", "1"),
    ]
    for rung, wavefronts in (("conflict_free_store", 8), ("vthread", 1)):
        (access, *_) = (
            access
            for part in schedules.explore(f"gemm/sgemm_tvm:{rung}").kernel.accesses
            for access in part.accesses
            if access.buffer == "A_shared" and access.kind == "load"
        )
        assert access.wavefronts == wavefronts * access.requests


def test_the_owners_of_a_tile_are_those_of_the_schedule():
    """Rows 16 apart, in two halves of the columns: vthread's split is [8, 16, 1] and [2, 16, 4]."""
    _, owner = owners("gemm/sgemm_tvm:vthread")
    rows, columns = np.nonzero(owner == 0)
    assert set(rows) == set(range(0, 128, 16))
    assert set(columns) == {0, 1, 2, 3, 64, 65, 66, 67}


@needs_compiler
def test_a_timeline_tells_its_cycles_and_that_they_are_predicted():
    reference = "gemv/hgemv:thread"
    cycles = f"predicted: {pipeline_of(reference)['cycles']:,} cycles"
    assert cycles in timelines(reference)


def test_a_cpus_loops_access_as_many_elements_as_their_tiles_have():
    """64³ multiplications: 256 columns of B by rows, or 64 x 64 of each array by blocks."""
    told = re.findall(
        r">(\w+): ([\d,]+) elements, ([\d,]+) cache lines<",
        visits("gemm/sgemm_cpu:serial", "gemm/sgemm_cpu:blocked"),
    )
    assert told[2] == ("B", "262,144", "16,384")
    assert told[3:] == [(name, "4,096", "256") for name in "CAB"]
    assert "256 blocks of 64 x 64<" in shares("gemm/sgemm_cpu:parallel")


def test_rectangles_cover_a_mask_once():
    mask = np.random.default_rng(1).random((17, 23)) < 0.4
    filled = np.zeros_like(mask, dtype=int)
    for row, column, high, wide in covered(mask):
        filled[row : row + high, column : column + wide] += 1
    assert (filled == mask).all()


def test_small_shares_have_a_decimal():
    assert percent(0.0021) == "0.2 %" and percent(1.026) == "103 %"
