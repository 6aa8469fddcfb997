"""The sources' own figures as speeds."""

from __future__ import annotations

import pytest
from publishing import RECORD

from schedules.catalog import ladder, ladders
from schedules.results.groups import groups
from schedules.results.source_figures import best_source, source_rates
from schedules.results.units import (
    GIGABYTES,
    GIGAFLOPS,
    TERAFLOPS,
)


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


def test_the_sources_best_kernel_is_of_a_rung_that_was_measured():
    (group,) = groups(RECORD, ladders())
    rung, figure, _ = best_source(group)
    assert (rung.name, figure.device) == ("vectorized_read", "RTX 3090")
