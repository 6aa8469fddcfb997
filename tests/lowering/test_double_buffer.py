"""TE's double_buffer() on s_tir."""

from __future__ import annotations

import re

import pytest
from tvm import s_tir

from schedules.core.errors import LoweringError
from schedules.core.ladder import ladder, ladders, steps
from schedules.core.schedule_moves import DOUBLE_BUFFER_MARK
from schedules.lowering.lower import lower
from schedules.workloads import Gemm

# By the name that their functions use: no rung is walked before there is a test to run.
MARKED = [
    rung
    for one in ladders().values()
    for rung in one.rungs.values()
    if "DOUBLE_BUFFER_MARK" in rung.function.__code__.co_names
]


@pytest.mark.parametrize("rung", MARKED, ids=lambda rung: rung.path)
def test_the_arrays_double_and_the_mark_is_gone(rung):
    before, after = steps(rung)[-2:]
    (one,), (two,) = (lower(step.mod, rung.build).launches for step in (before, after))
    assert two.static_shared == 2 * one.static_shared
    text = lower(after.mod, rung.build).tir
    assert DOUBLE_BUFFER_MARK not in text
    assert "double_buffer_write" in text


def test_a_copy_staged_through_registers_is_refused():
    """InjectDoubleBuffer would move the store ahead of the loop and leave the load behind."""
    rung = ladder("gemm/sgemm_tvm")["vectorized_read"]
    sch = s_tir.Schedule(steps(rung)[-1].mod)
    ko = sch.get_loops("C_update")[-4]
    staged = sch.cache_read("A_shared", 0, "local")
    sch.compute_at(staged, ko)
    assert re.search(r"A_local", lower(sch.mod).source)
    sch.annotate(sch.get_sblock("A_shared"), DOUBLE_BUFFER_MARK, 1)
    with pytest.raises(LoweringError, match="reads A_local, which another statement of the loop"):
        lower(sch.mod)


@pytest.mark.parametrize("marked", [1, 2])
def test_two_copies_of_one_nest_are_refused(marked):
    """InjectDoubleBuffer doubles one of the two, and moves both to the iteration before."""
    sch = s_tir.Schedule(Gemm(64, 64, 64).prim_func())
    tiles = [sch.split(loop, [None, 16]) for loop in sch.get_loops("C")]
    sch.reorder(*(outer for outer, _ in tiles[:2]), *(inner for _, inner in tiles[:2]), *tiles[2])
    for (outer, inner), axis in zip(tiles, "yx", strict=False):
        sch.bind(outer, f"blockIdx.{axis}")
        sch.bind(inner, f"threadIdx.{axis}")
    copies = [sch.cache_read("C", at, "shared") for at in (0, 1)]
    for copy in copies:
        sch.compute_at(copy, tiles[2][0])
    apart = s_tir.Schedule(sch.mod)
    sch.merge(*(sch.get_loops(copy)[-1] for copy in copies))
    for name in ("A_shared", "B_shared")[:marked]:
        sch.annotate(sch.get_sblock(name), DOUBLE_BUFFER_MARK, 1)
        apart.annotate(apart.get_sblock(name), DOUBLE_BUFFER_MARK, 1)
    with pytest.raises(LoweringError, match="one loop nest fills A_shared and B_shared"):
        lower(sch.mod)
    assert lower(apart.mod).launches[0].static_shared == 1024 * (2 + marked)
