"""Warp memory lowered whole: what TVM's LowerWarpMemory leaves undone.

A buffer in scope "warp" is spread over the lanes of a warp, as mma.sync wants its operands.
LowerWarpMemory turns it into registers of each lane, but in TVM 0.27

- it stops after the first warp buffer of a statement sequence; the others stay arrays for 32
  lanes in every lane, 32 times too large and indexed by threadIdx.x,
- it does not see through the lets of CommonSubexprElim, and takes a lane's own element for another
  lane's (a shuffle where a plain read would do),
- it leaves quotients such as (threadIdx.x * 8 + 1028) / 256 standing, which are the same for every
  lane but keep nvcc from putting the array in registers.
"""

from __future__ import annotations

import tvm
import tvm_ffi
from tvm import s_tir, tirx

from .nodes import allocated, nodes


def _fold_quotients(func: tirx.PrimFunc) -> tirx.PrimFunc:
    """Replace quotients that have the same value in all lanes by that value."""
    analyzer = tvm.sym.Analyzer()
    for attr in nodes(tirx.AttrStmt, func.body):
        if attr.attr_key == "thread_extent":
            analyzer.bind(attr.node.var, tvm.ir.Range.from_min_extent(0, attr.value))

    def on_quotient(quotient: tirx.Div | tirx.FloorDiv) -> tvm.ir.Expr:
        bound = analyzer.const_int_bound(quotient)
        if bound.min_value != bound.max_value:
            return quotient
        return tirx.const(bound.min_value, quotient.a.ty.dtype)

    body = tvm_ffi.structural_map(
        func.body, [(tirx.Div, on_quotient), (tirx.FloorDiv, on_quotient)], order="post"
    )
    return func.with_body(body)


@tirx.transform.prim_func_pass(opt_level=0, name="schedules.LowerWarpMemory")
def lower_warp_memory(func, _mod, _ctx):
    """Function pass on a kernel; a kernel without warp buffers is returned unchanged."""
    spread = allocated(func.body, "warp")
    if not spread:
        return func
    mod = tvm.ir.IRModule({"main": func})
    inline_lets = s_tir.transform.StmtSimplify()
    for _ in spread:
        mod = tirx.transform.LowerWarpMemory()(inline_lets(mod))
    return _fold_quotients(mod["main"])
