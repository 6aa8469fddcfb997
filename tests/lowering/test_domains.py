"""A TVMScript that accesses elements out of bounds is refused, by name of the access."""

from __future__ import annotations

import re

import pytest
import tvm
from tvm import s_tir
from tvm.script import tirx as T

from schedules.core.errors import LoweringError
from schedules.lowering.checks import check_accesses, check_domains


def function(where: bool, shift: int):
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1000,), "float32"), B: T.Buffer((1000,), "float32")):
        for i_0, i_1 in T.grid(8, 128):
            with T.sblock("B"):
                v_i = T.axis.spatial(1000, i_0 * 128 + i_1 + shift)
                T.where(T.bool(not where) or i_0 * 128 + i_1 < 1000)
                B[v_i] = A[v_i] + T.float32(1.0)

    return tvm.ir.IRModule({"main": main})


@pytest.mark.parametrize(
    ("where", "shift", "reached"),
    [
        (False, 0, "v_i = i_0 \\* 128 \\+ i_1 is 1023 at i_0 = 7 and i_1 = 127, .* 999"),
        (True, -1, "v_i = .* is -1 at i_0 = 0 and i_1 = 0"),
        (True, 0, ""),
    ],
    ids=["no where", "below 0", "with where"],
)
def test_an_axis_outside_its_extent_names_the_access(where, shift, reached):
    mod = function(where, shift)
    if not reached:
        check_domains(mod)
        return
    with pytest.raises(
        LoweringError, match=f"block B accesses B\\[v_i\\] out of bounds: {reached}"
    ):
        check_domains(mod)


def test_what_a_schedule_splits_is_within_its_extents():
    sch = s_tir.Schedule(function(where=True, shift=0))
    block = sch.get_sblock("B")
    loop = sch.fuse(*sch.get_loops(block))
    sch.split(loop, [None, 96])
    sch.cache_read(block, 0, "shared")
    check_domains(sch.mod)


def stencil(shift: int, guarded: int):
    """B = A[v + shift] with the first `guarded` elements from a guard's other branch."""

    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 128), "float32"), B: T.Buffer((8, 128), "float32")):
        for i, j_0, j_1 in T.grid(8, 4, 32):
            with T.sblock("B"):
                v_i = T.axis.spatial(8, i)
                v_j = T.axis.spatial(128, j_0 * 32 + j_1)
                B[v_i, v_j] = T.if_then_else(
                    v_i * 128 + v_j < guarded, T.float32(0), A[v_i, v_j + shift]
                )

    return tvm.ir.IRModule({"main": main})


@T.prim_func(s_tir=True)
def shifted_store(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
    for i in range(128):
        with T.sblock("B"):
            v = T.axis.spatial(128, i)
            B[v + 4] = A[v]


@T.prim_func(s_tir=True)
def guarded_store(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
    for i in range(128):
        with T.sblock("B"):
            v = T.axis.spatial(128, i)
            if v < 124:
                B[v + 4] = A[v]


@T.prim_func(s_tir=True)
def gathered(
    A: T.Buffer((128,), "float32"), at: T.Buffer((128,), "int32"), B: T.Buffer((128,), "float32")
):
    for i in range(128):
        with T.sblock("B"):
            v = T.axis.spatial(128, i)
            B[v] = A[at[v] + 4]


@pytest.mark.parametrize(
    ("mod", "reached"),
    [
        (shifted_store, "B[v + 4] is out of bounds: it is B[131] at i = 127, and B has 128 "),
        (guarded_store, ""),
        (gathered, ""),
        (stencil(1, 0), "A[v_i, v_j + 1] is out of bounds: it is A[7, 128] at i = 7 and "),
        (stencil(-1, 0), "A[v_i, v_j + -1] is out of bounds: it is A[0, -1] at i = 0 and "),
        (stencil(-1, 1), ""),
        (stencil(0, 0), ""),
    ],
    ids=["store", "guarded store", "gather", "beyond", "before", "guarded", "within"],
)
def test_an_access_out_of_bounds_is_named_with_its_loops(mod, reached):
    mod = mod if isinstance(mod, tvm.ir.IRModule) else tvm.ir.IRModule({"main": mod})
    if not reached:
        check_accesses(mod)
        return
    with pytest.raises(LoweringError, match=re.escape(reached)):
        check_accesses(mod)
