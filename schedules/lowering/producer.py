"""Warp specialization: a producer thread that loads, and consumer warpgroups that multiply.

In a pipelined loop, each thread's program has both: loads of later slices, wgmma of slices that
have arrived, and a barrier of the whole block between them. This pass divides the program. The
first thread of an additional warpgroup, at threadIdx.y = 0, keeps the loads; the other warpgroups
keep the rest. Each stage has two mbarriers: one for the arrival of a slice's bytes, and one at
which the warps arrive that have used the slice. The block's barriers in the loop are removed.

Ping-pong: if a block computes several tiles, the warpgroups take tiles in turn. One warpgroup
multiplies at a time. Once its last wgmma are in flight, it arrives at an mbarrier of the next
warpgroup, and stores its tile during the other's wgmma (CUTLASS calls such a kernel "ping-pong").
"""

from __future__ import annotations

from collections.abc import Callable

import tvm
import tvm_ffi
from tvm import tirx

from gpusim.chips import WARP

from ..core.errors import LoweringError
from ..gemm import wgmma_intrinsics as hopper
from .nodes import loop_with, nodes

_SYNC = "tirx.tvm_storage_sync"

_PRODUCER, _LANES = "threadIdx.y", "threadIdx.x"

Called = Callable[[tvm.ir.Call], str]
Barrier = Callable[[tvm.ir.Expr], tvm.ir.Expr]


def warp_specialize(
    body: tirx.Stmt,
    called: Called,
    stages: int,
    barrier: Barrier,
    cluster: int = 1,
    turns: int = 1,
) -> tuple[tirx.Stmt, int]:
    """A kernel's body with a producer, and the number of warps that multiply a slice.

    The kernel is launched with one more warpgroup, whose first thread loads. In a cluster, no block
    ends before all are done with the data that they share. With `turns`, that many warpgroups take
    tiles in turn. Raises LoweringError if warpgroups share a tile, or a block computes only one.

    The calls of `wgmma_intrinsics` must have no barriers yet; the stage of each is its iteration
    modulo twice the number of stages. `barrier` gives the addresses of barriers: those of loads,
    those of wgmma, then one per warpgroup for its turn.
    """
    threads: dict[str, tvm.ir.Var] = {}
    groups = 0

    def on_attr(attr: tirx.AttrStmt, mutator) -> tirx.Stmt:
        nonlocal groups
        if attr.attr_key != "thread_extent":
            return mutator.default_mutate(attr)
        tag, value, axis = str(attr.node.thread_tag), attr.value, attr.node
        threads[tag] = axis.var
        if tag == _PRODUCER:
            groups = int(value)
            if turns > 1 and groups > 1:
                raise LoweringError(
                    f"a tile of {groups} warpgroups: alternating warpgroups need a tile of one "
                    "warpgroup"
                )
            value = groups * turns + 1
            whole = tvm.ir.Range(0, value)
            axis = tirx.IterVar(whole, axis.var, axis.iter_type, tag)
        within = any(inner.attr_key == "thread_extent" for inner in nodes(tirx.AttrStmt, attr.body))
        inner = mutator.default_mutate(attr).body if within else roles(attr.body)
        return tirx.AttrStmt(axis, attr.attr_key, value, inner)

    def roles(inner: tirx.Stmt) -> tirx.Stmt:
        group, lane = threads[_PRODUCER], threads[_LANES]
        # Variables bound before the two roles are shared by them.
        parts = list(inner.seq) if isinstance(inner, tirx.SeqStmt) else [inner]
        shared = [part for part in parts if isinstance(part, (tirx.AllocBuffer, tirx.DeclBuffer))]
        rest = _together([part for part in parts if not any(map(part.same_as, shared))])
        loads = _renamed(_loads(rest, called, stages, barrier))
        products = _products(rest, called, stages, barrier, groups, cluster)
        if turns > 1:
            products = _in_turn(products, called, turns, lambda of: barrier(2 * stages + of), group)
        products = tvm_ffi.structural_map(
            products, (tvm.ir.Var, lambda var: group - 1 if var.same_as(group) else var)
        )
        mine, products = _with_registers(tirx.IfThenElse(lane == 0, loads, None), products, called)
        end = [_call(hopper.CLUSTER_SYNC)] if cluster > 1 else []
        return _together([*shared, tirx.IfThenElse(group == 0, mine, products), *end])

    made = tvm_ffi.structural_mutate(body, (tirx.AttrStmt, on_attr))
    return made, groups * hopper.GROUP // WARP


def _with_registers(
    loads: tirx.Stmt, products: tirx.Stmt, called: Called
) -> tuple[tirx.Stmt, tirx.Stmt]:
    """Both roles; if the epilogue uses registers, the producer gives registers to the consumers."""
    if hopper.TILE_WRITE_ROUNDED not in map(called, nodes(tvm.ir.Call, products)):
        return loads, products
    given = tirx.SeqStmt([_call(hopper.GIVE_REGISTERS), loads])
    return given, tirx.SeqStmt([_call(hopper.TAKE_REGISTERS), products])


def _call(name: str, *given: tvm.ir.Expr | int) -> tirx.Stmt:
    return tirx.Evaluate(tirx.call_extern("void", name, *given))


def _together(parts: list[tirx.Stmt]) -> tirx.Stmt:
    return parts[0] if len(parts) == 1 else tirx.SeqStmt(parts)


def _loads(body: tirx.Stmt, called: Called, stages: int, barrier: Barrier) -> tirx.Stmt:
    """The producer's part: loads, each after the wait until its stage is free, with their loops
    and the variables that are bound for them."""

    def kept(stmt: tirx.Stmt) -> tirx.Stmt | None:
        if isinstance(stmt, tirx.SeqStmt):
            parts = [part for part in map(kept, stmt.seq) if part is not None]
            return _together(parts) if parts else None
        if isinstance(stmt, tirx.Bind):
            return stmt
        if not {*hopper.LOADS} & {*map(called, nodes(tvm.ir.Call, stmt))}:
            return None
        if isinstance(stmt, tirx.For):
            return loop_with(stmt, body=kept(stmt.body))
        turn = stmt.value.args[-1]
        free, again = barrier(stages + turn % stages), turn // stages
        # A stage that has not been loaded yet is free.
        return tirx.SeqStmt([_call(hopper.TMA_WAIT, free, 1 - again), stmt])

    return kept(body)


def _products(
    body: tirx.Stmt, called: Called, stages: int, barrier: Barrier, groups: int, cluster: int
) -> tirx.Stmt:
    """The consumers' part: everything except the loads.

    Up to the end of the wgmma, the block's barriers are removed; later barriers are for these
    threads only. A tile that is stored by TMA has its own barriers.
    """
    done, last = False, None
    names = set(map(called, nodes(tvm.ir.Call, body)))
    own, rounded = hopper.TILE_STORE in names, hopper.TILE_WRITE_ROUNDED in names

    def on_statement(stmt: tirx.Evaluate) -> tirx.Stmt:
        nonlocal done, last
        call = stmt.value
        if not isinstance(call, tvm.ir.Call):
            return stmt
        name = called(call)
        done |= name == hopper.WGMMA_WAIT
        if name == hopper.WGMMA_TMA:
            *_, later, last, _ = call.args
            return tirx.SeqStmt([stmt, free(last + stages - 1, later)])
        if name == hopper.WGMMA_WAIT:
            # For the next tile, the last slice's stage is loaded again.
            then = [_call(hopper.TILE_FREE)] if rounded else []
            return tirx.SeqStmt([stmt, free(last, 1), *then])
        if isinstance(call.op, tvm.ir.Op) and call.op.name == _SYNC:
            left = done and not own
            return _call(hopper.PRODUCTS_SYNC, groups * hopper.GROUP) if left else tirx.Evaluate(0)
        return tirx.Evaluate(0) if name in hopper.LOADS else stmt

    def free(turn: tvm.ir.Expr, later: tvm.ir.Expr | int) -> tirx.Stmt:
        place = barrier(stages + turn % stages)
        if cluster > 1:
            return _call(hopper.SLICE_DONE_ALL, place, later, cluster)
        return _call(hopper.SLICE_DONE, place, later)

    products = tvm_ffi.structural_map(body, (tirx.Evaluate, on_statement))
    return _together([products, _call(hopper.TILE_STORED)]) if own else products


def _in_turn(
    body: tirx.Stmt, called: Called, turns: int, barrier: Barrier, group: tvm.ir.Var
) -> tirx.Stmt:
    """The consumers' part if they take tiles in turn.

    Each waits for the previous warpgroup, and releases the next one once its own wgmma are in
    flight.
    """

    def makes_tiles(loop: tirx.For) -> bool:
        return hopper.WGMMA_WAIT in map(called, nodes(tvm.ir.Call, loop))

    if not any(map(makes_tiles, nodes(tirx.For, body))):
        raise LoweringError(
            f"a block computes one tile: {turns} warpgroups cannot alternate between tiles"
        )

    def on_statement(stmt: tirx.Evaluate) -> tirx.Stmt:
        if not isinstance(stmt.value, tvm.ir.Call) or called(stmt.value) != hopper.WGMMA_WAIT:
            return stmt
        return tirx.SeqStmt([_call(hopper.TURN_OVER, barrier((group + 1) % turns)), stmt])

    def on_for(loop: tirx.For, mutator) -> tirx.Stmt:
        if not makes_tiles(loop):
            return mutator.default_mutate(loop)
        turn = tvm.ir.Var("turn", loop.loop_var.ty)
        # The first warpgroup does not wait at its first tile.
        over = (turn + tirx.Cast("int32", group < 1)) % 2
        inner = [
            tirx.Bind(loop.loop_var, turn * turns + group),
            _call(hopper.TMA_WAIT, barrier(group), over),
            tvm_ffi.structural_map(loop.body, (tirx.Evaluate, on_statement)),
        ]
        each, rest = divmod(int(loop.extent), turns)
        count = each + tirx.Cast("int32", group < rest) if rest else each
        return tirx.For(turn, loop.min, count, loop.kind, tirx.SeqStmt(inner))

    return tvm_ffi.structural_mutate(body, (tirx.For, on_for))


def _renamed(stmt: tirx.Stmt) -> tirx.Stmt:
    """The statement with new variables, because a kernel may define each variable only once."""
    own = [loop.loop_var for loop in nodes(tirx.For, stmt)]
    own += [bind.var for bind in nodes(tirx.Bind, stmt)]
    fresh = [(var, tvm.ir.Var(f"{var.name}_ahead", var.ty)) for var in own]

    def on_var(var: tvm.ir.Var) -> tvm.ir.Var:
        return next((new for old, new in fresh if old.same_as(var)), var)

    return tvm_ffi.structural_map(stmt, (tvm.ir.Var, on_var))
