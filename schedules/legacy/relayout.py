"""The stages of cache_write: a cache laid out in the order of a stage's leaf axes, and its copy."""

from __future__ import annotations

import tvm
from tvm import te, tirx

from .calls import OldCall
from .dataflow import DATA_PARALLEL, both, map_bodies, remake, substitute
from .stage import Stage

Var = tvm.ir.Var


class Relayout:
    """A stage's result laid out in the order of its leaf axes."""

    def __init__(self, stage: Stage, call: OldCall) -> None:
        self.stage = stage
        self.extents = stage.extents()
        reduced = stage.derived_from({axis.var for axis in stage.op.reduce_axis})
        if reduced & stage.derived_from({axis.var for axis in stage.op.axis}):
            raise call.error("axes that are reduced and others were fused before cache_write")
        if any(not reduced.isdisjoint(action.old[:1]) for action in stage.actions):
            raise call.error(
                "a reduction axis was split or fused before cache_write, which forgets it; "
                "call cache_write first"
            )
        self.leaves = [leaf for leaf in stage.leaves if leaf.var not in reduced]

    def cache_and_copy(self, scope: str) -> tuple:
        """The operation that computes the result, and the one that copies it to its old place."""
        op = self.stage.op
        axes = [
            tirx.IterVar(
                tvm.ir.Range(0, self.extents[leaf.var]), f"{leaf.var.name}.c", DATA_PARALLEL
            )
            for leaf in self.leaves
        ]
        over_leaves = {leaf.var: axis.var for leaf, axis in zip(self.leaves, axes, strict=True)}
        values, guards = self.stage.values_up(self.extents, over_leaves)
        values = {axis.var: values[axis.var] for axis in op.axis}
        body = map_bodies(op.body, lambda expr: guarded(substitute(expr, values), guards))
        cache = te._ffi_api.ComputeOp(f"{op.name}.{scope}", op.tag, op.attrs, axes, body)
        values = self.stage.values_down(self.extents, {axis.var: axis.var for axis in op.axis})
        indices = [values[leaf.var] for leaf in self.leaves]
        copies = [cache.output(index)(*indices) for index in range(cache.num_outputs)]
        return cache, remake(op, copies)


def guarded(expr, guards: list):
    """`expr` where the padded iterations of splits that do not divide are harmless."""
    if not guards:
        return expr
    if isinstance(expr, tirx.Reduce):
        condition = both([*guards, expr.condition])
        source, axis, init = list(expr.source), list(expr.axis), list(expr.init)
        return tirx.Reduce(expr.combiner, source, axis, condition, int(expr.value_index), init)
    zero = tirx.const(0, expr.ty.dtype if hasattr(expr.ty, "dtype") else "float32")
    return tirx.if_then_else(both(guards), expr, zero)
