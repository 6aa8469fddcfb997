"""Shared buffers as large as what a block accesses, also where its accesses are guarded.

TVM's CompactBufferAllocation narrows the region of an access by its guards. If a guard depends on
the block, as at the edge of a stencil, the region's extent does too, and the whole tensor is
allocated. Here the region is that of all accesses without such guards: it contains what runs, and
its extent is a number.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import tvm
import tvm_ffi
from tvm import s_tir, tirx
from tvm.sym import Analyzer

from .nodes import conjuncts, exchanged, nodes, substituted

_TVMS = s_tir.transform.CompactBufferAllocation()


def _shared(func: tirx.PrimFunc) -> list[tirx.Buffer]:
    blocks = nodes(s_tir.SBlock, func.body)
    buffers = [buffer for block in blocks for buffer in block.alloc_buffers]
    return [buffer for buffer in buffers if buffer.scope().startswith("shared")]


def _elements(func: tirx.PrimFunc) -> float:
    """Elements of all shared buffers; infinite if an extent is no number."""
    return sum(
        math.prod(int(e) if isinstance(e, tirx.IntImm) else math.inf for e in buffer.shape)
        for buffer in _shared(func)
    )


def _accesses(func: tirx.PrimFunc, buffer: tirx.Buffer) -> list[tuple[Sequence, list]]:
    """The indices of each load and store, and the guards of the sblocks around it."""
    found: list[tuple[Sequence, list]] = []
    guards: list = []

    def on_realize(realize, visitor) -> None:
        own = conjuncts(realize.predicate)
        guards.extend(own)
        visitor.default_visit(realize)
        del guards[len(guards) - len(own) :]

    def on_load(load, visitor) -> None:
        if load.source.same_as(buffer):
            found.append((load.indices, [*guards]))
        visitor.default_visit(load)

    def on_store(store, visitor) -> None:
        if store.buffer.same_as(buffer):
            found.append((store.indices, [*guards]))
        visitor.default_visit(store)

    visits = [
        (s_tir.SBlockRealize, on_realize),
        (tvm.ir.TensorLoad, on_load),
        (tirx.BufferStore, on_store),
    ]
    tvm_ffi.structural_visit(func.body, visits)
    return found


class Blocks:
    """The loops of a function, and those of them that are blocks of the grid."""

    def __init__(self, func: tirx.PrimFunc) -> None:
        self.analyzer = Analyzer()
        self.grid = []
        for loop in nodes(tirx.For, func.body):
            self.analyzer.bind(loop.loop_var, tvm.ir.Range.from_min_extent(loop.min, loop.extent))
            thread = loop.thread_binding
            if thread is not None and str(thread.thread_tag).startswith("blockIdx."):
                self.grid.append(loop.loop_var)

    def in_grid(self, expr) -> bool:
        """Whether an expression depends on the block."""
        return any(var.same_as(one) for var in nodes(tvm.ir.Var, expr) for one in self.grid)

    def within(self, expr):
        """An expression in the grid's first block."""
        return substituted(expr, {var: tirx.const(0, var.ty.dtype) for var in self.grid})

    def ends(self, index, guards: Sequence) -> tuple[int, int]:
        """The least and the largest value of an index that does not depend on the block."""
        bound = self.analyzer.const_int_bound(index)
        most = int(bound.max_value)
        for guard in guards:
            if isinstance(guard, tirx.LT) and isinstance(guard.b, tirx.IntImm):
                rest = self.analyzer.const_int_bound(self.analyzer.simplify(index - guard.a))
                most = min(most, int(guard.b) - 1 + int(rest.max_value))
        return int(bound.min_value), most


def _region(func: tirx.PrimFunc, buffer: tirx.Buffer, blocks: Blocks) -> list | None:
    """The first index and the extent, by axis, of what a block accesses of a buffer.

    None if a first index differs between accesses by more than a number, and if an intrinsic or a
    part of the buffer with a name of its own accesses it.
    """
    simplify = blocks.analyzer.simplify
    arguments = [argument for call in nodes(tvm.ir.Call, func.body) for argument in call.args]
    parts = [part for block in nodes(s_tir.SBlock, func.body) for part in block.match_buffers]
    if any(map(buffer.same_as, [*arguments, *(part.source.source for part in parts)])):
        return None
    found = _accesses(func, buffer)
    region = []
    for axis in range(len(buffer.shape)):
        inner = [blocks.within(indices[axis]) for indices, _ in found]
        starts = [
            simplify(indices[axis] - rest) for (indices, _), rest in zip(found, inner, strict=True)
        ]
        if not all(blocks.analyzer.can_prove_equal(starts[0], start) for start in starts):
            return None
        ends = [blocks.ends(rest, guards) for (_, guards), rest in zip(found, inner, strict=True)]
        low = min(least for least, _ in ends)
        region.append((simplify(starts[0] + low), max(most for _, most in ends) - low + 1))
    return region


def _tight(func: tirx.PrimFunc, blocks: Blocks) -> tirx.PrimFunc:
    """The function with shared buffers of the size of their regions, where that is known."""
    for old in _shared(func):
        region = _region(func, old, blocks)
        if region is None or not all(isinstance(extent, tirx.IntImm) for extent in old.shape):
            continue
        starts, extents = zip(*region, strict=True)
        if math.prod(extents) >= math.prod(map(int, old.shape)):
            continue
        new = tirx.decl_buffer(extents, old.dtype, old.name, scope=old.scope())
        func = func.with_body(exchanged(_shifted(func.body, old, starts, blocks), old, new))
    return func


def _shifted(stmt: tirx.Stmt, buffer: tirx.Buffer, starts: Sequence, blocks: Blocks) -> tirx.Stmt:
    """The statement with the indices of a buffer counted from `starts`."""

    def moved(indices) -> list:
        return [
            blocks.analyzer.simplify(index - start)
            for index, start in zip(indices, starts, strict=True)
        ]

    def on_load(load):
        if not load.source.same_as(buffer):
            return load
        return tirx.BufferLoad(buffer, moved(load.indices))

    def on_store(store):
        if not store.buffer.same_as(buffer):
            return store
        return tirx.BufferStore(buffer, store.value, moved(store.indices))

    def on_region(region):
        if not region.source.same_as(buffer):
            return region
        firsts = moved([one.min for one in region.region])
        ranges = [
            tvm.ir.Range.from_min_extent(first, one.extent)
            for first, one in zip(firsts, region.region, strict=True)
        ]
        return tvm.ir.TensorRegion(buffer, ranges, region.ty)

    maps = [
        (tvm.ir.TensorLoad, on_load),
        (tirx.BufferStore, on_store),
        (tvm.ir.TensorRegion, on_region),
    ]
    return tvm_ffi.structural_map(stmt, maps, order="post")


def _hide_guards(func: tirx.PrimFunc, blocks: Blocks) -> tuple[tirx.PrimFunc, dict]:
    """The function with a variable for each part of a guard that depends on the block, and these
    variables with the parts."""
    hidden: dict = {}

    def on(condition):
        if isinstance(condition, tirx.And):
            return tirx.And(on(condition.a), on(condition.b))
        # The buffers of a load are replaced, those of a hidden one would not be.
        if not blocks.in_grid(condition) or nodes(tvm.ir.TensorLoad, condition):
            return condition
        var = tirx.Var(f"guard_{len(hidden)}", "bool")
        hidden[var] = condition
        return var

    def on_realize(realize):
        return s_tir.SBlockRealize(realize.iter_values, on(realize.predicate), realize.block)

    def on_call(call):
        if not str(getattr(call.op, "name", "")).endswith("if_then_else"):
            return call
        return tirx.if_then_else(on(call.args[0]), *call.args[1:])

    def on_if(branch):
        return tirx.IfThenElse(on(branch.condition), branch.then_case, branch.else_case)

    maps = [(s_tir.SBlockRealize, on_realize), (tvm.ir.Call, on_call), (tirx.IfThenElse, on_if)]
    return func.with_body(tvm_ffi.structural_map(func.body, maps, order="post")), hidden


def _by_tvm(func: tirx.PrimFunc) -> tirx.PrimFunc:
    return _TVMS(tvm.ir.IRModule({"main": func}))["main"]


@tirx.transform.prim_func_pass(opt_level=0, name="schedules.CompactBufferAllocation")
def compact_buffers(func, _mod, _ctx):
    """TVM's pass, or without the guards that depend on the block if that allocates less."""
    compacted = _by_tvm(func)
    if not _shared(func):
        return compacted
    blocks = Blocks(func)
    bare, hidden = _hide_guards(func, blocks)
    if not hidden:
        return compacted
    bare = _by_tvm(_tight(bare, blocks))
    if _elements(bare) >= _elements(compacted):
        return compacted
    return bare.with_body(substituted(bare.body, hidden))
