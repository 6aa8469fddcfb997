"""What a site costs: bounds of odd shapes, and merges that would be misaligned."""

from __future__ import annotations

from accesses import kernels, of, rung
from conftest import lowered

from schedules.inspect.measures import Change, Measured
from schedules.inspect.sites import sites


def test_odd_shapes_are_counted_by_their_bounds():
    """1000 x 1001 elements of C: 32 blocks of 32 columns, the last with 9 lanes of 32."""
    found = kernels("gemm/sgemm_cuda:naive", (1000, 1001, 77))
    (a,), (b,), (c,) = of(found, "A", "load"), of(found, "B", "load"), of(found, "C", "store")
    assert a.measure.requests == b.measure.requests == 1000 * 32 * 77
    assert c.measure.requests == 1000 * 32
    assert c.measure.bytes == 1000 * 1001 * 4


def test_a_misaligned_merge_is_refused():
    found, grid = sites(lowered(rung("gemm/sgemm_cuda:shared_tile")).device["main_kernel"])
    block = (32, 32, 1)
    a, b = (
        Measured(site, grid, block)
        for site in found
        if (site.scope, site.kind) == ("shared", "load")
    )
    assert a.count(Change(16)) == a.count(Change(4)) // 4
    assert b.count(Change(16)) is None, "lanes read neighbours: no four of one lane's are aligned"
