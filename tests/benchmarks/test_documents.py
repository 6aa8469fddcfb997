"""The documents' times beside predictions: which figures count, and what the tables say of them."""

from __future__ import annotations

import pytest
from accesses import needs_compiler

from benchmarks.documents import CHIPS, LADDERS, RECORD, Case, cases, predicted, source_us
from schedules.core.files import read_json
from schedules.core.ladder import ladder

ROWS = read_json(RECORD)


def test_every_time_of_a_known_gpu_is_predicted():
    wanted = [
        (one.rung.ladder, one.rung.name, list(one.shape), one.chip, one.source_us)
        for name in LADDERS
        for one in cases(name)
    ]
    names = ("ladder", "rung", "shape", "chip", "source_us")
    assert wanted == [tuple(row[name] for name in names) for row in ROWS]
    assert {row["chip"] for row in ROWS} == set(CHIPS.values())


def test_a_figure_is_the_time_of_the_kernel_alone():
    naive = ladder("gemm/sgemm_cuda")["naive"]
    found = [source_us(naive, figure) for figure in naive.figures]
    # Of four figures a GPU, the whole program, the host's loop and the error are no kernel times.
    assert [us for us in found if us is not None] == pytest.approx([16504.7, 8701.8])
    best = ladder("gemm/sgemm_geforce")["shared_tile"]
    assert source_us(best, best.figures[0]) == pytest.approx(2 * 4096**3 / 37e6)


@needs_compiler
def test_a_committed_prediction_is_the_models():
    """A kernel of the record, predicted again: the record is of the present constants."""
    (row,) = [one for one in ROWS if one["rung"] == "int8" and one["shape"] == [512, 512]]
    case = Case(ladder("gemv/fast_gemv")["int8"], row["chip"], (512, 512), row["source_us"])
    assert predicted(case)["predicted_us"] == pytest.approx(row["predicted_us"], rel=1e-6)
