"""The stages of rfactor: partial reductions along one axis, and the reduction of those."""

from __future__ import annotations

import tvm
from tvm import te, tirx

from .calls import OldCall
from .dataflow import (
    DATA_PARALLEL,
    REDUCTION,
    outputs,
    reduction,
    substitute,
    terms_alone,
    with_condition,
)
from .stage import Stage


def factored(stage: Stage, axis: tirx.IterVar, factor_axis: int, call: OldCall) -> tuple:
    """The operation with `axis` as its dimension `factor_axis`, and the one that reduces it."""
    op, reduce = stage.op, reduction(stage.op)
    if reduce is None:
        raise call.error(f"{stage.name} is no reduction")
    if axis.iter_type != REDUCTION:
        raise call.error(f"{axis.var.name} is no reduction axis")
    stage.place(axis)
    position = factor_axis if factor_axis >= 0 else len(op.axis) + 1 + factor_axis
    if not 0 <= position <= len(op.axis):
        raise call.error(f"factor_axis {factor_axis}: {stage.name} has {len(op.axis)} axes")
    touched = stage.relatives(axis)
    if any(spatial.var in touched for spatial in op.axis):
        raise call.error(f"{axis.var.name} was fused with an axis that is no reduction")
    for action in stage.actions:
        if not touched.issuperset(action.old[:1]):
            raise call.error(
                f"{action.old[0].name} was split or fused before rfactor, which makes the stage "
                "anew and forgets it; call rfactor first"
            )
    extents = stage.extents()
    extent = tvm.ir.Range(0, extents[axis.var])
    over_leaves = {leaf.var: leaf.var for leaf in stage.leaves if leaf.var in touched}
    values, guards = stage.values_up(extents, over_leaves)
    factor = tirx.IterVar(extent, axis.var, DATA_PARALLEL)
    reduced = [other for other in op.reduce_axis if other.var not in touched]
    reduced += [
        tirx.IterVar(tvm.ir.Range(0, extents[leaf.var]), leaf.var, REDUCTION)
        for leaf in stage.leaves
        if leaf.var in touched and not leaf.var.same_as(axis.var)
    ]
    replaced = {other.var: values[other.var] for other in op.reduce_axis if other.var in touched}
    source = [substitute(term, replaced) for term in reduce.source]
    conditions = [substitute(condition, replaced) for condition in (*guards, reduce.condition)]
    if reduced:
        body = with_condition(reduce, source, reduced, conditions)
    else:
        # Nothing is left to sum: each term is a stage of its own, the identity where unwanted.
        body = terms_alone(reduce, source, conditions)
    axes = [*op.axis[:position], factor, *op.axis[position:]]
    partial = te._ffi_api.ComputeOp(f"{op.name}.rf", op.tag, op.attrs, axes, body)
    return partial, _reduced_again(op, reduce, partial, position, extent, axis)


def _reduced_again(op, reduce: tirx.Reduce, partial, position: int, extent, axis: tirx.IterVar):
    """The operation that reduces the dimension `position` of `partial`."""
    again = tirx.IterVar(extent, f"{axis.var.name}.v", REDUCTION)
    axes = [tirx.IterVar(other.dom, str(other.var.name), DATA_PARALLEL) for other in op.axis]
    indices = [other.var for other in axes]
    indices.insert(position, again.var)
    body = with_condition(reduce, [part(*indices) for part in outputs(partial)], [again], [])
    return te._ffi_api.ComputeOp(f"{op.name}.repl", op.tag, op.attrs, axes, body)
