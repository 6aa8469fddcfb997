"""TE tensors and computations in the form that old scripts use."""

from __future__ import annotations

import functools
from collections.abc import Callable

import tvm
import tvm_ffi
from tvm import te, tirx

from schedules.lowering.nodes import nodes

from .called_intrinsics import compute_by_intrinsic, parameters
from .calls import OldCallError, refuse
from .dataflow import every_output, outputs, remake, variables


def giving_legacy(function: Callable) -> Callable:
    """TVM's `function`, taking and returning LegacyTensors; TVM itself needs dtypes other than
    text."""

    def today(given):
        if isinstance(given, list | tuple):
            return type(given)(map(today, given))
        if not isinstance(given, te.Tensor):
            return given
        return te.tensor.Operation.output(given.op, int(given.value_index))

    @functools.wraps(function)
    def called(*args, **kwargs):
        made = function(*map(today, args), **{name: today(given) for name, given in kwargs.items()})
        if isinstance(made, tuple | list | tvm_ffi.Array):
            return type(made)(as_legacy(x) if isinstance(x, te.Tensor) else x for x in made)
        return as_legacy(made) if isinstance(made, te.Tensor) else made

    return called


def _dtype(expr) -> str:
    """The dtype of an expression as text, which TVM 0.27 has as its type alone."""
    own = getattr(expr.ty, "dtype", None)
    if own is None:
        raise AttributeError(f"{type(expr).__name__} has no dtype")
    return str(getattr(own, "dtype", own))


# TVM's own property of variables is of buffers alone.
tvm.ir.Expr.dtype = tvm.ir.Var.dtype = property(_dtype)


class LegacyTensor(te.Tensor):
    """A TE tensor whose dtype is a string, as NumPy and old scripts want it."""

    @property
    def dtype(self) -> str:
        return str(te.Tensor.dtype.fget(self))

    @property
    def op(self) -> te.tensor.Operation:
        return legacy_op(te.Tensor.op.__get__(self))

    def expr_ty(self):
        return te.Tensor.dtype.fget(self)


# Operators on whole tensors are TOPI's.
for _name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow"):
    for _method in (f"__{_name}__", f"__r{_name}__"):
        if hasattr(te.Tensor, _method):
            setattr(LegacyTensor, _method, giving_legacy(getattr(te.Tensor, _method)))


class _GivesLegacy:
    """An operation whose tensors are LegacyTensors."""

    def output(self, index):
        return as_legacy(te.tensor.Operation.output(self, index))

    @property
    def input_tensors(self) -> list[LegacyTensor]:
        return list(map(as_legacy, te.tensor.Operation.input_tensors.__get__(self)))


_LEGACY_OPS = {
    kind: type(f"Legacy{kind.__name__}", (_GivesLegacy, kind), {})
    for kind in (te.ComputeOp, te.PlaceholderOp, te.ExternOp, te.ScanOp)
}


def legacy_op(op: te.tensor.Operation) -> te.tensor.Operation:
    """The same operation, with LegacyTensors as outputs."""
    kind = _LEGACY_OPS.get(type(op))
    if kind is None:
        return op
    legacy = kind.__new__(kind)
    legacy.__move_handle_from__(te.Tensor.op.__get__(te.tensor.Operation.output(op, 0)))
    return legacy


def as_legacy(tensor: te.Tensor) -> LegacyTensor:
    """The same tensor, seen as a LegacyTensor."""
    legacy = LegacyTensor.__new__(LegacyTensor)
    op = te.Tensor.op.__get__(tensor)
    legacy.__move_handle_from__(te.tensor.Operation.output(op, int(tensor.value_index)))
    return legacy


def is_number(value) -> bool:
    """Whether an extent is a number rather than a variable."""
    try:
        return int(value) is not None
    except (TypeError, ValueError):
        return False


def whole(dom):
    """One or several extents as integers: `n / 2` is a float in Python 3."""
    if isinstance(dom, tuple | list):
        return tuple(map(whole, dom))
    return int(dom) if isinstance(dom, float) and dom.is_integer() else dom


def as_shape(shape) -> tuple:
    single = tvm.ir.is_prim_expr(shape) or isinstance(shape, int | float)
    return (whole(shape),) if single else whole(tuple(shape))


def placeholder(shape, dtype=None, name="placeholder"):
    """`te.placeholder`."""
    return as_legacy(te.placeholder(as_shape(shape), None if dtype is None else str(dtype), name))


def compute(shape, fcompute, name="compute", tag="", attrs=None, varargs_names=None):
    """`te.compute`; what would be lowered wrongly or not at all is refused here."""
    names = parameters(fcompute)
    if names is not None and len(names) < len(as_shape(shape)):
        op = compute_by_intrinsic(as_shape(shape), names, fcompute, name, tag)
        if op is not None:
            return as_legacy(outputs(op)[0])
    try:
        made = te.compute(as_shape(shape), fcompute, name, tag, attrs, varargs_names)
    except Exception as error:
        if "only allowed at the top level" not in str(error):
            raise
        raise nested_reduction(name) from None
    op = bounded(made[0].op if isinstance(made, tuple) else made.op)
    check_body(op)
    tensors = tuple(map(as_legacy, outputs(op)))
    return tensors if isinstance(made, tuple) else tensors[0]


def bounded(op: te.ComputeOp) -> te.ComputeOp:
    """The operation with a number for an extent that differs between elements.

    The axis is reduced over the maximum of the extent, with a condition for the rest.
    """
    reduce = op.body[0]
    if not isinstance(reduce, tirx.Reduce):
        return op
    analyzer, own = tvm.sym.Analyzer(), {axis.var for axis in op.axis}
    for axis in op.axis:
        analyzer.bind(axis.var, axis.dom)
    axes, conditions = [], [reduce.condition]
    for axis in reduce.axis:
        extent = axis.dom.extent
        most = analyzer.const_int_bound(extent).max_value
        changes = not own.isdisjoint(variables(extent)) and own.isdisjoint(variables(axis.dom.min))
        if changes and most < _ENDLESS:
            conditions.append(axis.var < axis.dom.min + extent)
            dom = tvm.ir.Range.from_min_extent(axis.dom.min, max(most, 1))
            axis = tirx.IterVar(dom, axis.var, axis.iter_type)
        axes.append(axis)
    if len(conditions) == 1:
        return op
    return remake(op, every_output(reduce, reduce.source, axes, conditions))


# The analyzer's value for a missing bound is larger.
_ENDLESS = 1 << 31


def extern(shape, inputs, fcompute, name="extern", dtype=None, *args, **kwargs):
    """`te.extern`, whose tensors have dtypes that NumPy accepts."""
    made = te.extern(shape, inputs, fcompute, name, dtype, *args, **kwargs)
    return [as_legacy(tensor) for tensor in made] if isinstance(made, list) else as_legacy(made)


def check_body(op) -> None:
    """Refuse bodies that `create_prim_func` drops parts of."""
    name = str(op.name)
    own = {axis.var for axis in (*op.axis, *op.reduce_axis)}
    for expr in op.body:
        is_reduction = isinstance(expr, tirx.Reduce)
        if is_reduction and len(expr.init):
            raise refuse(
                f"the reduction {name} has init=, which TVM 0.27 drops silently; combine the "
                "start value in a separate stage, as in te.compute(shape, lambda *i: start(*i) "
                "+ total(*i))",
                "compute",
            )
        for axis in expr.axis if is_reduction else ():
            for what, value in (("start", axis.dom.min), ("extent", axis.dom.extent)):
                if not own.isdisjoint(variables(value)):
                    raise refuse(
                        f"the reduction axis {axis.var.name} of {name} has the {what} {value}, "
                        "which changes from element to element; reduce over the largest extent "
                        "with where= for the rest",
                        "compute",
                    )
        if nodes(tirx.Reduce, *(expr.source if is_reduction else [expr])):
            raise nested_reduction(name)


def nested_reduction(name: str) -> OldCallError:
    return refuse(
        f"{name} has a reduction inside an expression; make the reduction a separate te.compute "
        "and read it here",
        "compute",
    )
