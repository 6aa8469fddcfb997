"""A record as tables have it: rows in the catalog's order, the sources' figures, verdicts."""

from __future__ import annotations

import copy

import pytest
from publishing import IN_ORDER, RECORD

from schedules.core.catalog import ladder, ladders
from schedules.measure.publishing.groups import groups, source_rates
from schedules.measure.publishing.units import GIGAFLOPS, TERAFLOPS
from schedules.measure.records import is_record


def test_rows_come_in_ladder_order_regressions_included():
    (group,) = groups(RECORD, ladders())
    (rows,) = group.shapes.values()
    assert [row["rung"] for row in rows] == IN_ORDER
    assert rows[1]["time_us"] > rows[0]["time_us"]


def test_the_best_rung_is_the_fastest():
    (group,) = groups(RECORD, ladders())
    best = group.best((4096, 4096, 4096))
    assert best["rung"] == "cp_async"
    assert group.ratios() == {(4096, 4096, 4096): 1.0245}


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
