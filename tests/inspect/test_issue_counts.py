"""How often an access is issued, warps counted whose lanes are all off."""

from __future__ import annotations

from dataclasses import replace

from accesses import kernels, needs_compiler, of, var

from schedules.inspect.executed import Executed
from schedules.inspect.issue_counts import issue_count
from schedules.inspect.measures import Change, Measured
from schedules.inspect.sites import SHARED, STORE, Site

PREDICATED = "gemv/fast_gemv:block_reduce"


@needs_compiler
def test_a_predicate_is_issued_by_every_warp_and_a_branch_is_not():
    """Of 8 warps, a lane of each stores its sum, and the first loads all."""
    found = kernels(PREDICATED, (4096, 4096), code=True)
    staging = of(found, "red_buf_staging", "store")
    (sums,) = of(found, "red_buf_staging", "load")
    for one, requests, often in (
        (staging[0], 8, 8),  # a lane of each warp
        (sums, 1, 8),  # @!P1 LDS
    ):
        assert (one.measure.requests, one.issued) == (4096 * requests, 4096 * often)
    assert "issued with all lanes off as well, 32,768 in all" in sums.note
    # As TIR has it nothing is known of predicates.
    as_written = of(kernels(PREDICATED, (4096, 4096)), "red_buf_staging", "load")
    assert {one.issued for one in as_written} == {4096}


def test_what_became_a_branch_and_what_a_predicate_may_not_be_known():
    index = ("*", var("threadIdx.x"), ("int", 4))
    some, first = ("<", var("threadIdx.x"), ("int", 64)), ("==", var("blockIdx.x"), ("int", 0))
    site = Site(0, "S", "S", SHARED, STORE, "", 4, index, (first, some), {})
    one = Measured(site, {"blockIdx.x": 8}, (256, 1, 1))
    run = Executed(SHARED, STORE, "", 4, 1, 1, "STS")
    for changes, often in (
        ({}, 8 * 8),
        ({"predicated": True}, 8 * 8),
        ({"behind": frozenset([1])}, 2),
        ({"predicated": True, "behind": frozenset([1])}, None),
    ):
        assert issue_count(one, Change(4), [replace(run, **changes)]) == often
