"""Rewrites of the TE graph: what cache_read, cache_write and rfactor did to the computation.

Operations are immutable; a rewrite makes new ones over the old IterVars, so that axes a script
holds stay valid.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import tvm
import tvm_ffi
from tvm import te, tirx

from schedules.lowering.nodes import nodes

Var = tvm.ir.Var
TensorKey = tuple[te.tensor.Operation, int]
DATA_PARALLEL, REDUCTION = tirx.IterVar.DataPar, tirx.IterVar.CommReduce


def key(tensor: te.Tensor) -> TensorKey:
    """The identity of a tensor; `Tensor.__eq__` would build an expression for rank 0."""
    return tensor.op, int(tensor.value_index)


def outputs(op) -> list[te.Tensor]:
    return [op.output(index) for index in range(op.num_outputs)]


def root_axes(op) -> list[tirx.IterVar]:
    """Axes of a compute operation, data-parallel ones first; none of any other operation."""
    if not isinstance(op, te.ComputeOp):
        return []
    return [*op.axis, *op.reduce_axis]


def new_axis(extent, name, kind: int = DATA_PARALLEL) -> tirx.IterVar:
    """An axis that starts at 0; `name` may be the variable to use."""
    return tirx.IterVar(tvm.ir.Range(0, extent), name, kind)


def computed(name: str, axes: Sequence, body: Sequence, tag: str = "", attrs=None):
    """A compute operation with these axes."""
    return te._ffi_api.ComputeOp(name, tag, attrs or {}, list(axes), list(body))


def remake(op, body: Sequence, name: str | None = None, axis: Sequence | None = None):
    """A compute operation like `op` with another body."""
    axes = op.axis if axis is None else axis
    return computed(name or op.name, axes, body, op.tag, op.attrs)


def remake_scan(op, mapping: Mapping[TensorKey, te.Tensor], time: tirx.IterVar | None = None):
    """A ScanOp like `op` with its inputs replaced, over `time` if given."""
    init, update, state, inputs = (
        [mapping.get(key(tensor), tensor) for tensor in tensors]
        for tensors in (op.init, op.update, op.state_placeholder, op.inputs)
    )
    time = op.scan_axis if time is None else time
    return te._ffi_api.ScanOp(op.name, op.tag, op.attrs, time, init, update, state, inputs)


def remake_extern(op, mapping: Mapping[TensorKey, te.Tensor], name: str | None = None):
    """An ExternOp like `op` with its inputs replaced, and with another name if given."""
    inputs = [mapping.get(key(tensor), tensor) for tensor in op.inputs]
    return extern_op(op, inputs, (op.input_placeholders, op.output_placeholders), op.body, name)


def extern_op(op, inputs: Sequence, places: tuple, body, name: str | None = None):
    """An ExternOp with the attributes of `op`; `places` are its input and output buffers."""
    return te._ffi_api.ExternOp(name or op.name, op.tag, op.attrs, inputs, *places, body)


def variables(expr) -> list[Var]:
    """All occurrences of variables in an expression."""
    return nodes(Var, expr)


def reads_of(op) -> list[tuple[te.Tensor, list]]:
    """Every read of a compute operation, in order: the tensor and the indices."""
    reduce = reduction(op)
    calls = nodes(tvm.ir.Call, *(op.body if reduce is None else reduce.source))
    return [
        (call.args[0], list(call.args[1:]))
        for call in calls
        if call.args and isinstance(call.args[0], te.Tensor)
    ]


def map_tensors(expr, mapping: Mapping[TensorKey, te.Tensor]):
    return tvm_ffi.structural_map(
        expr, (te.Tensor, lambda tensor: mapping.get(key(tensor), tensor))
    )


def substitute(expr, values: Mapping[Var, tvm.ir.Expr]):
    """`expr` with variables replaced."""
    return tvm_ffi.structural_map(expr, (Var, lambda var: values.get(var, var)))


def map_functions(mod: tvm.ir.IRModule, kind: type, change: Callable) -> tvm.ir.IRModule:
    """A module with a function applied to all nodes of a kind, inner ones first."""
    made = {name: tvm_ffi.structural_map(f, (kind, change)) for name, f in mod.functions.items()}
    return tvm.ir.IRModule(made, attrs=mod.attrs)


def map_bodies(bodies: Sequence, change: Callable) -> list:
    """Apply a function to the expressions of an operation.

    The outputs of a reduction keep sharing one source, which TE compares by identity.
    """
    if not isinstance(bodies[0], tirx.Reduce):
        return [change(expr) for expr in bodies]
    changed = change(bodies[0])
    return every_output(changed, changed.source, changed.axis, [changed.condition])


def every_output(
    reduce: tirx.Reduce, source: Sequence, axis: Sequence, conditions: Sequence = ()
) -> list:
    """A reduction's expressions over other sources, axes and conditions, one per output."""
    source, axis, init = (tvm_ffi.convert(list(parts)) for parts in (source, axis, reduce.init))
    condition = both(conditions)
    return [
        tirx.Reduce(reduce.combiner, source, axis, condition, index, init)
        for index in range(len(source))
    ]


def with_inputs(op, mapping: Mapping[TensorKey, te.Tensor]):
    """`op` reading other tensors; `op` itself if it reads none of them."""
    if not any(key(tensor) in mapping for tensor in op.input_tensors):
        return op
    if isinstance(op, te.ComputeOp):
        return remake(op, map_bodies(op.body, lambda expr: map_tensors(expr, mapping)))
    return (remake_scan if isinstance(op, te.ScanOp) else remake_extern)(op, mapping)


def post_order(roots: Sequence) -> list:
    """Operations that `roots` depend on, producers first."""
    order: list = []
    seen: set = set()

    def visit(op) -> None:
        if op in seen:
            return
        seen.add(op)
        for tensor in op.input_tensors:
            visit(tensor.op)
        order.append(op)

    for root in roots:
        visit(root)
    return order


def reduction(op) -> tirx.Reduce | None:
    """The reduction of a compute operation, if it has one."""
    body = op.body[0] if isinstance(op, te.ComputeOp) else None
    return body if isinstance(body, tirx.Reduce) else None


def is_true(condition) -> bool:
    return isinstance(condition, tirx.IntImm) and int(condition.value) == 1


def both(conditions: Sequence):
    """The conjunction of conditions, true if there are none."""
    wanted = [condition for condition in conditions if not is_true(condition)]
    return tirx.all(*wanted) if wanted else tirx.const(True, "bool")


def terms_alone(reduce: tirx.Reduce, source: Sequence, conditions: Sequence) -> list:
    """The terms of a reduction without axes; each is the identity if its condition is false."""
    condition = both(conditions)
    if is_true(condition):
        return list(source)
    return [
        tirx.if_then_else(condition, term, identity)
        for term, identity in zip(source, reduce.combiner.identity_element, strict=True)
    ]


def fold_condition(expr):
    """A reduction without `where`: `create_prim_func` would drop the condition silently.

    An excluded term becomes the combiner's identity, which is not read from memory.
    """
    if not isinstance(expr, tirx.Reduce) or is_true(expr.condition):
        return expr
    source = terms_alone(expr, expr.source, [expr.condition])
    return every_output(expr, source, expr.axis)[int(expr.value_index)]
