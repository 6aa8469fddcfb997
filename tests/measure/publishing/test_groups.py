"""A record as tables have it: rows in the catalog's order, the sources' figures, verdicts."""

from __future__ import annotations

import copy

import pytest
from publishing import IN_ORDER, RECORD, with_sizes, with_verdicts

from gpusim.errors import UserError
from schedules.core.catalog import ladder, ladders
from schedules.measure.publishing.groups import checked, groups, source_rates
from schedules.measure.publishing.units import GIGABYTES, GIGAFLOPS, TERAFLOPS
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


def test_a_source_that_gives_its_own_bandwidth_is_quoted_with_it():
    rung = ladder("gemv/fast_gemv")["block_reduce"]
    rates = {(f.device, f.shape): (f.unit, rate) for f, rate in source_rates(rung, GIGABYTES)}
    assert rates["P100", (8192, 8192)] == ("GB/s", 584.999)


def test_a_kernel_that_was_not_launched_has_no_speed():
    assert list(source_rates(ladder("gemm/sgemm_cuda")["float4_fetch"], TERAFLOPS)) == []


def test_verdicts_are_counted_per_ladder():
    (one,) = checked(with_verdicts(), ladders())
    assert (one.ladder, one.rungs) == ("gemm/sgemm_tvm", len(ladder("gemm/sgemm_tvm").rungs))
    # Six rungs are timed, of which naive is wrong elsewhere; warp_tile was only verified.
    assert one.passed == {
        "right": 6,
        "memcheck": 3,
        "racecheck": 1,
        "synccheck": 2,
        "initcheck": 2,
    }
    assert one.failures == [
        "`gemm/sgemm_tvm:naive` at 128 x 256 x 16: random 0 inputs: 2 of 9 wrong",
        "`gemm/sgemm_tvm:vthread` at 128 x 256 x 16, racecheck: 3 errors: "
        "Race reported between Write and Read",
    ]
