"""Loads that the compiler moved behind a branch are made by the warps that pass it."""

from __future__ import annotations

from fractions import Fraction

from accesses import kernels, needs_compiler, of, var

from schedules.inspect.branch_sinking import with_sinking
from schedules.inspect.executed import Executed
from schedules.inspect.measures import Change, Measured, Sunk
from schedules.inspect.sites import LOAD, SHARED, STORE, Site
from schedules.inspect.source_accesses import Place


@needs_compiler
def test_a_load_behind_a_branch_is_made_by_the_warps_that_pass_it():
    """Each of 512 blocks of 8 warps loads its two sums four times, the last time by two warps."""
    found = kernels("gemv/fast_gemv:int4_mma", (4096, 4096), code=True)
    (sums,) = of(found, "red_result", "load")
    whole = ("==", ("var", "threadIdx.x"), ("int", 0))
    assert sums.change.sunk == Sunk((whole,), Fraction(1, 4))
    assert sums.measure.requests == sums.issued == 512 * (3 * 8 + 2)
    assert sums.measure.bytes == 512 * 4 * (3 * 256 + 2)
    assert sums.note == "1 of 4 behind a branch that fewer warps take"


def behind_a_branch(stored_under, *, predicated: bool):
    """`x = s[i]` for all, then `if (stored_under) y[0] = x`, the load moved into the branch."""
    index = ("*", var("threadIdx.x"), ("int", 4))
    found = [
        Measured(Site(at, name, name, SHARED, kind, "", 4, index, when, {}), {}, (64, 1, 1))
        for at, (name, kind, when) in enumerate(
            (("S", LOAD, ()), ("Y", STORE, stored_under)), start=1
        )
    ]
    where = [Place(at, at, at, "") for at in (1, 2)]
    branch = frozenset([7])
    code = [
        Executed(SHARED, LOAD, "", 4, 1, 1, "LDS", behind=branch),
        Executed(SHARED, STORE, "", 4, 2, 1, "STS", predicated=predicated, behind=branch),
    ]
    return with_sinking(found, where, [Change(4), Change(4)], code)


def test_who_passes_a_branch_is_known_from_a_store_behind_it():
    first = ("<", var("threadIdx.x"), ("int", 32))
    load, store = behind_a_branch((first,), predicated=False)
    assert load.sunk == Sunk((first,), Fraction(1))
    assert store.sunk is None
    # A predicate may be part of the condition: what the branch asks is not known.
    assert behind_a_branch((first,), predicated=True)[0] is None
