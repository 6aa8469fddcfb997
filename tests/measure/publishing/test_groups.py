"""A record as tables have it: rows in the catalog's order, the sources' figures, verdicts."""

from __future__ import annotations

import copy
from operator import itemgetter

import pytest
from conftest import ROOT
from publishing import IN_ORDER, RECORD

from schedules.core.catalog import ladder, ladders
from schedules.measure.publishing.groups import groups, source_rates
from schedules.measure.publishing.units import GIGAFLOPS, TERAFLOPS
from schedules.measure.records import committed, is_record


def test_rows_come_in_ladder_order_regressions_included():
    (group,) = groups(RECORD, ladders())
    (rows,) = group.shapes.values()
    assert [row["rung"] for row in rows] == IN_ORDER
    assert rows[1]["time_us"] > rows[0]["time_us"]


def test_the_best_rung_has_the_best_ratio_within_a_run():
    shape = (4096, 4096, 4096)
    (group,) = groups(RECORD, ladders())
    assert group.best(shape)["rung"] == "cp_async"
    assert group.ratios() == {shape: 1.0245}
    # Another run, in which the clock was higher: the rung is faster, and so was cuBLAS.
    record = copy.deepcopy(RECORD)
    best = next(row for row in record["rows"] if row["rung"] == "cp_async")
    other = next(row for row in record["rows"] if row["rung"] == "naive")
    other["time_us"] = best["time_us"] * 0.9
    (group,) = groups(record, ladders())
    assert group.best(shape)["rung"] == "cp_async"
    other["baselines"]["cuBLAS"]["ratio"] = 1.03
    (group,) = groups(record, ladders())
    assert group.best(shape)["rung"] == "naive"


def shares(record):
    """The percentages of a ceiling that a record's pages show."""
    every = (rows for group in groups(record, ladders()) for rows in group.shapes.values())
    return [row["percent_of_ceiling"] for rows in every for row in rows]


@pytest.mark.parametrize("record", committed(ROOT / "docs/results"), ids=itemgetter("device"))
def test_no_row_of_a_page_exceeds_its_ceiling(record):
    assert max(shares(record)) <= 100


def test_a_ceiling_that_a_disturbed_run_measured_is_too_low():
    record = copy.deepcopy(RECORD)
    row = record["rows"][-1]
    row |= {"ceiling": 0.5, "percent_of_ceiling": 121.0}
    assert max(shares(record)) == 121
    record["rows"][0] |= {"ceiling": 1.0, "percent_of_ceiling": 3.0}
    assert {row["bound"] for row in record["rows"]} == {"arithmetic"}
    assert max(shares(record)) < 100


def test_a_tuned_rung_stands_beside_its_own():
    record = copy.deepcopy(RECORD)
    tuned = {**record["rows"][0], "rung": "thread_tile@nvidia-h200"}
    gone = {**record["rows"][0], "rung": "forgotten@nvidia-h200"}
    record["rows"] = [gone, tuned, *record["rows"]]
    (group,) = groups(record, ladders())
    (rows,) = group.shapes.values()
    names = [row["rung"] for row in rows]
    assert names == [*IN_ORDER[:2], tuned["rung"], *IN_ORDER[2:], gone["rung"]]


def test_other_results_are_no_records():
    assert is_record(RECORD)
    assert not is_record({"rows": {"dump": {"median_s": 1.0}}})
    assert not is_record({"rows": ["text"]})
    assert not is_record([])


@pytest.mark.parametrize(
    ("rung", "unit", "device", "rate"),
    [
        # 423 ms for 2 * 16384^3 operations.
        ("gemm/sgemm_tvm:vectorized_read", TERAFLOPS, "RTX 3090", 20.79),
        ("gemm/sgemm_geforce:max_registers", TERAFLOPS, "RTX 4090", 58.3),
        # The kernel's 16.5 ms, neither the program's 0.58 s nor the CPU's 3.77 s.
        ("gemm/sgemm_cuda:naive", TERAFLOPS, "A100", 0.1301),
        ("gemm/sgemm_cpu:serial", GIGAFLOPS, "the CPU of its A100 host", 0.5696),
    ],
)
def test_a_sources_figure_as_speed(rung, unit, device, rate):
    name, _, rung = rung.partition(":")
    rates = {figure.device: value for figure, value in source_rates(ladder(name)[rung], unit)}
    assert rates[device] == pytest.approx(rate, rel=1e-3)
