"""A TVMScript whose block runs outside the extent of its axis is refused, by name of the access."""

from __future__ import annotations

import pytest
import tvm
from tvm import s_tir
from tvm.script import tirx as T

from schedules.core.errors import LoweringError
from schedules.lowering.checks import check_domains


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
