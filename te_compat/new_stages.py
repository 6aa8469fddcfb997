"""The operations of the stages that cache_write and rfactor make."""

from __future__ import annotations

from tvm import tirx

from .called_intrinsics import called_by
from .calls import OldCall
from .dataflow import (
    DATA_PARALLEL,
    REDUCTION,
    both,
    computed,
    every_output,
    map_bodies,
    new_axis,
    outputs,
    reduction,
    remake,
    substitute,
    terms_alone,
)
from .stage import Stage


def relaid(stage: Stage, scope: str, call: OldCall) -> tuple:
    """The operation that computes a stage's result in the order of its leaf axes, and the copy."""
    op, extents = stage.op, stage.extents()
    if called_by(op) is not None and any(action.after for action in stage.actions):
        raise call.error(
            f"{stage.name} is computed by an intrinsic; call its cache_write before splitting, "
            "fusing or reordering"
        )
    reduced = stage.derived_from({axis.var for axis in op.reduce_axis})
    if reduced & stage.derived_from({axis.var for axis in op.axis}):
        raise call.error(
            "a reduction axis and a spatial axis were fused before cache_write; call cache_write "
            "first"
        )
    if any(not reduced.isdisjoint(action.old[:1]) for action in stage.actions):
        raise call.error(
            "a reduction axis was split or fused before cache_write, which discards that; call "
            "cache_write first"
        )
    leaves = [leaf for leaf in stage.leaves if leaf.var not in reduced]
    axes = [new_axis(extents[leaf.var], f"{leaf.var.name}.c") for leaf in leaves]
    over_leaves = {leaf.var: axis.var for leaf, axis in zip(leaves, axes, strict=True)}
    values, guards = stage.values_up(extents, over_leaves)
    values = {axis.var: values[axis.var] for axis in op.axis}
    body = map_bodies(op.body, lambda expr: _guarded(substitute(expr, values), guards))
    cache = remake(op, body, f"{op.name}.{scope}", axes)
    values = stage.values_down(extents, {axis.var: axis.var for axis in op.axis})
    indices = [values[leaf.var] for leaf in leaves]
    copy = [tensor(*indices) for tensor in outputs(cache)]
    return cache, computed(op.name, op.axis, copy, op.tag)


def _guarded(expr, guards: list):
    """`expr`, guarded where padded iterations of splits that do not divide would do harm."""
    if not guards:
        return expr
    if isinstance(expr, tirx.Reduce):
        conditions = [*guards, expr.condition]
        return every_output(expr, expr.source, expr.axis, conditions)[int(expr.value_index)]
    zero = tirx.const(0, expr.ty.dtype if hasattr(expr.ty, "dtype") else "float32")
    return tirx.if_then_else(both(guards), expr, zero)


def factored(stage: Stage, axis: tirx.IterVar, factor_axis: int, call: OldCall) -> tuple:
    """The operation with `axis` as its dimension `factor_axis`, and the one that reduces it."""
    op, reduce = stage.op, reduction(stage.op)
    if called_by(op) is not None:
        raise call.error(
            f"{stage.name} is computed by an intrinsic, whose reduction cannot be factored; leave "
            "out rfactor, or write the computation without the intrinsic"
        )
    if reduce is None:
        raise call.error(f"{stage.name} is not a reduction; leave out rfactor")
    if axis.iter_type != REDUCTION:
        raise call.error(f"{axis.var.name} is not a reduction axis; pass one of op.reduce_axis")
    stage.place(axis)
    position = factor_axis if factor_axis >= 0 else len(op.axis) + 1 + factor_axis
    if not 0 <= position <= len(op.axis):
        raise call.error(
            f"{stage.name} has {len(op.axis)} axes; pass a factor_axis from 0 to {len(op.axis)}"
        )
    # Axes that share iterations with the factored axis.
    touched = stage.derived_from(stage.origins_of({axis.var}))
    if any(spatial.var in touched for spatial in op.axis):
        raise call.error(f"{axis.var.name} was fused with a spatial axis; call rfactor first")
    for action in stage.actions:
        if not touched.issuperset(action.old[:1]):
            raise call.error(
                f"{action.old[0].name} was split or fused before rfactor, which recreates the "
                "stage and discards that; call rfactor first"
            )
    extents = stage.extents()
    over_leaves = {leaf.var: leaf.var for leaf in stage.leaves if leaf.var in touched}
    values, guards = stage.values_up(extents, over_leaves)
    reduced = [other for other in op.reduce_axis if other.var not in touched]
    reduced += [
        new_axis(extents[var], var, REDUCTION) for var in over_leaves if not var.same_as(axis.var)
    ]
    replaced = {other.var: values[other.var] for other in op.reduce_axis if other.var in touched}
    source = [substitute(term, replaced) for term in reduce.source]
    conditions = [substitute(condition, replaced) for condition in (*guards, reduce.condition)]
    if reduced:
        body = every_output(reduce, source, reduced, conditions)
    else:
        # Nothing is left to reduce: each term is a separate stage, the identity if it is excluded.
        body = terms_alone(reduce, source, conditions)
    factor = new_axis(extents[axis.var], axis.var)
    axes = [*op.axis[:position], factor, *op.axis[position:]]
    partial = remake(op, body, f"{op.name}.rf", axes)

    again = new_axis(extents[axis.var], f"{axis.var.name}.v", REDUCTION)
    axes = [tirx.IterVar(other.dom, str(other.var.name), DATA_PARALLEL) for other in op.axis]
    indices = [other.var for other in axes]
    indices.insert(position, again.var)
    parts = [part(*indices) for part in outputs(partial)]
    return partial, remake(op, every_output(reduce, parts, [again]), f"{op.name}.repl", axes)
