"""Rows by ladder, dtype and shape, in the catalog's order."""

from __future__ import annotations

import copy

import pytest
from publishing import IN_ORDER, RECORD, with_sizes

from schedules.catalog import ladders
from schedules.errors import UserError
from schedules.results.groups import groups, is_record
from schedules.results.units import (
    GIGABYTES,
    GIGAFLOPS,
    TERAFLOPS,
)


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


def test_a_rung_that_is_gone_is_still_shown():
    record = copy.deepcopy(RECORD)
    record["rows"][0]["rung"] = "forgotten"
    (group,) = groups(record, ladders())
    (rows,) = group.shapes.values()
    assert [row["rung"] for row in rows] == [*IN_ORDER[:-1], "forgotten"]


def test_a_tuned_rung_stands_beside_its_own():
    record = copy.deepcopy(RECORD)
    tuned = {**record["rows"][0], "rung": "thread_tile@nvidia-h200"}
    gone = {**record["rows"][0], "rung": "forgotten@nvidia-h200"}
    record["rows"] = [gone, tuned, *record["rows"]]
    (group,) = groups(record, ladders())
    (rows,) = group.shapes.values()
    names = [row["rung"] for row in rows]
    assert names == [*IN_ORDER[:2], tuned["rung"], *IN_ORDER[2:], gone["rung"]]


def test_dtypes_are_groups_of_their_own():
    record = copy.deepcopy(RECORD)
    record["rows"][-1]["dtype"] = "float32 as float16"
    assert [group.dtype for group in groups(record, ladders())] == ["float32", "float32 as float16"]


def test_units_follow_from_the_computation_and_the_device():
    gemv = with_sizes(RECORD, "gemv/hgemv", "warp4", [(64, 128)], "float16")
    assert groups(gemv, ladders())[0].unit is GIGABYTES
    assert groups(RECORD, ladders())[0].unit is TERAFLOPS
    assert groups({**RECORD, "kind": "cpu"}, ladders())[0].unit is GIGAFLOPS


def test_a_row_without_a_time_is_refused():
    record = copy.deepcopy(RECORD)
    del record["rows"][0]["time_us"]
    with pytest.raises(UserError, match="has no time"):
        groups(record, ladders())


def test_other_results_are_no_records():
    assert is_record(RECORD)
    assert not is_record({"rows": {"dump": {"median_s": 1.0}}})
    assert not is_record({"rows": ["text"]})
    assert not is_record([])
