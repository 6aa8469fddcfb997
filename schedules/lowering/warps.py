"""Passes within a warp: removes the broadcast of a reduction whose result only the first lane uses,
and lowers warp memory whole.

TVM's LowerThreadAllreduce gives the result to every thread of a reduction. Within a warp this takes
another shuffle; across warps, the first lane stores the result in shared memory, and all threads
read it after a barrier. If LowerCrossThreadReduction lets only the first lane write the result, the
other lanes do not need it.

`moves.reduce_to_first_lane` marks such a write; this pass removes the broadcast. It must run after
LowerThreadAllreduce. It refuses what it cannot prove: that only the first lane reads the result
and, to remove the barrier, that no store to shared memory follows that could overwrite partial sums
before they are read.
"""

from __future__ import annotations

import tvm
import tvm_ffi
from tvm import s_tir, tirx
from tvm.sym import Analyzer

from gpusim.chips import WARP

from ..core.schedule_moves import FIRST_LANE_MARK
from .nodes import allocated, conjuncts, nodes

REDUCTION = "reduce_scope"
SHUFFLE, BARRIER = "tirx.tvm_warp_shuffle", "tirx.tvm_storage_sync"
NOTHING = tirx.Evaluate(0)


def _is_call(expr: tvm.ir.Expr, name: str) -> bool:
    return isinstance(expr, tvm.ir.Call) and getattr(expr.op, "name", "") == name


def _of_first_lane(branch: tirx.IfThenElse) -> bool:
    """Whether the branch condition contains `threadIdx.x == 0`."""
    return branch.else_case is None and any(
        isinstance(part, tirx.EQ)
        and isinstance(part.a, tvm.ir.Var)
        and part.a.name == "threadIdx.x"
        and isinstance(part.b, tirx.IntImm)
        and int(part.b) == 0
        for part in conjuncts(branch.condition)
    )


def _loads(stmt: tirx.Stmt, buffer: tirx.Buffer) -> list[tvm.ir.TensorLoad]:
    return [load for load in nodes(tvm.ir.TensorLoad, stmt) if load.source.same_as(buffer)]


def _to_itself(store: tirx.BufferStore) -> bool:
    """Whether a store writes a value back to the place that it was loaded from."""
    value = store.value
    return (
        isinstance(value, tvm.ir.TensorLoad)
        and value.source.same_as(store.buffer)
        and tvm_ffi.structural_equal(value.indices, store.indices)
    )


def _check_readers(body: tirx.Stmt, buffer: tirx.Buffer) -> None:
    """Raise LoweringError if a lane other than the first uses the reduction's result."""
    elsewhere = tvm_ffi.structural_map(
        body,
        [
            (tirx.AttrStmt, lambda attr: NOTHING if attr.attr_key == REDUCTION else attr),
            (tirx.IfThenElse, lambda branch: NOTHING if _of_first_lane(branch) else branch),
            (tirx.BufferStore, lambda store: NOTHING if _to_itself(store) else store),
        ],
    )
    if _loads(elsewhere, buffer):
        raise ValueError(f"first lane: other lanes also read {buffer.name}")


def _thread_index(body: tirx.Stmt) -> tvm.ir.Expr:
    """The number of the first lane's thread, (0, threadIdx.y, threadIdx.z), in its block."""
    extents = [attr for attr in nodes(tirx.AttrStmt, body) if attr.attr_key == "thread_extent"]
    axes = {attr.node.thread_tag: attr for attr in extents}
    index, stride = tirx.const(0, "int32"), axes["threadIdx.x"].value
    for tag in ("threadIdx.y", "threadIdx.z"):
        if tag in axes:
            index, stride = index + axes[tag].node.var * stride, stride * axes[tag].value
    return index


def _check_no_later_store(body: tirx.Stmt, reduction: tirx.AttrStmt) -> None:
    """Raise LoweringError if shared memory is written later, or in a later iteration."""
    for loop in nodes(tirx.For, body):
        if any(attr.same_as(reduction) for attr in nodes(tirx.AttrStmt, loop.body)):
            raise ValueError(f"first lane: the loop over {loop.loop_var.name} reduces again")
    passed: list[bool] = []
    later: list[str] = []

    def on_attr(attr: tirx.AttrStmt) -> None:
        if attr.same_as(reduction):
            passed.append(True)

    def on_store(store: tirx.BufferStore) -> None:
        if passed and store.buffer.scope().startswith("shared") and not _to_itself(store):
            later.append(store.buffer.name)

    # Inner statements first: the reduction's own stores come before the reduction.
    tvm_ffi.structural_walk(
        body, [(tirx.AttrStmt, on_attr), (tirx.BufferStore, on_store)], order="post"
    )
    if later:
        raise ValueError(f"first lane: {later[0]} stores to shared memory after the reduction")


def _shortened(
    reduction: tirx.AttrStmt, body: tirx.Stmt
) -> tuple[tirx.AttrStmt, tirx.Buffer | None]:
    """The reduction without its broadcast, and the shared buffer that the broadcast used."""
    if isinstance(reduction.body, tirx.BufferStore):
        # Over one lane, which sends its result to no other.
        return reduction, None
    *rest, last = reduction.body.seq
    shared = None
    if isinstance(last, tirx.BufferStore) and _is_call(last.value, SHUFFLE):
        difference = last.value.args[2] - _thread_index(body)
        if not Analyzer().can_prove(tirx.floormod(difference, WARP) == 0):
            raise ValueError("first lane: another lane has the result")
        _check_readers(body, last.buffer)
    elif isinstance(last, tirx.Evaluate) and _is_call(last.value, BARRIER):
        branch = rest[-1]
        if not (isinstance(branch, tirx.IfThenElse) and _of_first_lane(branch)):
            raise ValueError("first lane: another lane has the result")
        shared, indices = branch.then_case.buffer, branch.then_case.indices
        _check_readers(body, shared)
        if not all(
            tvm_ffi.structural_equal(load.indices, indices) for load in _loads(body, shared)
        ):
            raise ValueError(
                f"first lane: {shared.name} is read at another index than it is stored"
            )
        _check_no_later_store(body, reduction)
    else:
        raise ValueError("first lane: this reduction does not end with shuffles along threadIdx.x")
    scope = tirx.AttrStmt(reduction.node, REDUCTION, reduction.value, tirx.SeqStmt(rest))
    return scope, shared


def _in_register(body: tirx.Stmt, shared: tirx.Buffer) -> tirx.Stmt:
    """`body` with a register per thread instead of a shared buffer."""
    own = tirx.decl_buffer((1,), shared.dtype, shared.name, scope="local")
    zero = [tirx.const(0, "int32")]

    def on_alloc(alloc: tirx.AllocBuffer) -> tirx.Stmt:
        return tirx.AllocBuffer(own) if alloc.buffer.same_as(shared) else alloc

    def on_store(store: tirx.BufferStore) -> tirx.Stmt:
        mine = store.buffer.same_as(shared)
        return tirx.BufferStore(own, store.value, zero) if mine else store

    def on_load(load: tvm.ir.TensorLoad) -> tvm.ir.Expr:
        return tirx.BufferLoad(own, zero) if load.source.same_as(shared) else load

    return tvm_ffi.structural_map(
        body,
        [
            (tirx.AllocBuffer, on_alloc),
            (tirx.BufferStore, on_store),
            (tvm.ir.TensorLoad, on_load),
        ],
        order="post",
    )


@tirx.transform.prim_func_pass(opt_level=0, name="schedules.ReduceToFirstLane")
def reduce_to_first_lane(func, _mod, _ctx):
    """Function pass; without a mark it returns the function unchanged."""
    if not any(attr.attr_key == FIRST_LANE_MARK for attr in nodes(tirx.AttrStmt, func.body)):
        return func
    left: list[tirx.Buffer] = []

    def on_attr(attr: tirx.AttrStmt) -> tirx.Stmt:
        if attr.attr_key == FIRST_LANE_MARK:
            return attr.body
        if attr.attr_key != REDUCTION:
            return attr
        scope, shared = _shortened(attr, func.body)
        if shared is not None:
            left.append(shared)
        return scope

    body = tvm_ffi.structural_map(func.body, (tirx.AttrStmt, on_attr), order="post")
    for shared in left:
        body = _in_register(body, shared)
    return func.with_body(body)


# --- warp memory ----------------------------------------------------------------------------------

# Warp memory lowered whole: what TVM's LowerWarpMemory leaves undone.
#
# A buffer in scope "warp" is spread over the lanes of a warp, as mma.sync wants its operands.
# LowerWarpMemory turns it into registers of each lane, but in TVM 0.27
#
# - it stops after the first warp buffer of a statement sequence; the others stay arrays for 32
#   lanes in every lane, 32 times too large and indexed by threadIdx.x,
# - it does not see through the lets of CommonSubexprElim, and takes a lane's own element for that
#   of another lane (a shuffle where a plain read would do),
# - it leaves quotients such as (threadIdx.x * 8 + 1028) / 256 standing, which are the same for
#   every lane but keep nvcc from putting the array in registers.


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
