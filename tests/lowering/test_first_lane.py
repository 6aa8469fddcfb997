"""Reductions that leave their sum to the lane that writes it."""

from __future__ import annotations

import pytest
from conftest import ROOT
from tvm import s_tir, te

from schedules.core.errors import LoweringError
from schedules.core.ladder import ladders, steps
from schedules.core.schedule_moves import FIRST_LANE_MARK, reduce_to_first_lane
from schedules.gemv.dot_products import RowTile, first_lane, lanes_per_row, vector_loads
from schedules.lowering.lower import lower
from schedules.workloads import Gemv


def dumped(path: str) -> str:
    """A rung's last step in the dumps, which `make test` compares: walking all rungs takes long."""
    ladder, _, name = path.partition(":")
    (folder,) = (ROOT / "lowered_ir" / ladder).glob(f"[0-9][0-9]-{name}")
    return max(folder.glob("*.tir.py")).read_text(encoding="utf-8")


MARKED = [
    rung
    for one in ladders().values()
    for rung in one.rungs.values()
    if rung.path.startswith("gemv") and FIRST_LANE_MARK in dumped(rung.path)
]


@pytest.mark.parametrize("rung", MARKED, ids=lambda rung: rung.path)
def test_a_shuffle_or_a_barrier_goes_and_nothing_else(rung):
    before, after = (lower(step.mod, rung.build) for step in steps(rung)[-2:])
    assert FIRST_LANE_MARK not in after.tir
    old, new = before.kernel_source.splitlines(), after.kernel_source.splitlines()
    gone = [line.strip() for line in old if line not in new]
    if "red_buf_staging" not in before.kernel_source:
        assert [line.partition("(")[0] for line in gone] == ["red_buf0_ptr[0] = __shfl_sync"]
        assert [line for line in old if "__shfl_sync" not in line] == new
        assert before.launches == after.launches
    else:
        assert all("red_result_ptr" in line for line in gone)
        assert (
            after.kernel_source.count("__syncthreads")
            == before.kernel_source.count("__syncthreads") - 1
        )
        assert after.kernel_source.count("__shfl") == before.kernel_source.count("__shfl")
        assert after.launches[0].static_shared < before.launches[0].static_shared


def per_row(lanes: int, rows: int, per_group: int = 1) -> s_tir.Schedule:
    """A GEMV with `lanes` threads a row, marked."""
    sch = s_tir.Schedule(Gemv(64, 1024).prim_func())
    tile = RowTile(lanes, rows, per_group)
    steps = lanes_per_row(sch, tile)
    try:
        while True:
            next(steps)
    except StopIteration as done:
        list(vector_loads(sch, done.value))
    list(first_lane(sch))
    return sch


def test_sums_that_every_lane_keeps_are_refused():
    """Several rows a group: each lane copies the sums to an array of its own."""
    with pytest.raises(LoweringError, match="other lanes also read red_buf0"):
        lower(per_row(32, 4, per_group=2).mod)


def test_one_lane_sends_its_sum_to_no_other():
    assert "__shfl" not in lower(per_row(1, 32).mod).kernel_source


def test_a_sum_that_other_lanes_use_is_refused():
    """Rows divided by their sums: every lane needs its row's."""
    x = te.placeholder((64, 128), name="x")
    k = te.reduce_axis((0, 128), name="k")
    total = te.compute((64,), lambda i: te.sum(x[i, k], axis=k), name="total")
    y = te.compute((64, 128), lambda i, j: x[i, j] / total[i], name="y")
    sch = s_tir.Schedule(te.create_prim_func([x, y]))
    row = sch.get_loops("y")[0]
    sch.bind(row, "blockIdx.x")
    sch.compute_at("total", row)
    sch.set_scope("total", 0, "local")
    for name in ("total", "y"):
        _, lane = sch.split(sch.get_loops(name)[-1], [None, 32])
        sch.bind(lane, "threadIdx.x")
    assert lower(sch.mod).kernel_source.count("__shfl_sync(") == 1
    reduce_to_first_lane(sch, sch.get_sblock("y"))
    with pytest.raises(LoweringError, match="first lane: other lanes also read"):
        lower(sch.mod)
