"""TE tensors and computations in the form that old scripts use."""

from __future__ import annotations

import tvm
from tvm import te, tirx

from schedules.lowering.nodes import nodes

from .calls import OldCallError, refuse
from .dataflow import every_output, outputs, remake, variables
from .intrinsics import compute_by_intrinsic, parameters

# --- The dtypes of tensors and expressions --------------------------------------------------------


class Dtype(str):
    """A dtype as text, which NumPy and old scripts want, with the methods of TVM's type."""

    def __new__(cls, of: tvm.ir.PrimType) -> Dtype:
        made = super().__new__(cls, of)
        made.of = of
        return made

    def __getattr__(self, name: str):
        return getattr(self.__dict__["of"], name)


def _dtype(expr) -> Dtype:
    """The dtype of an expression, which TVM 0.27 has as its type alone."""
    if not hasattr(expr.ty, "dtype"):
        raise AttributeError(f"{type(expr).__name__} has no dtype")
    # The type of a buffer has the type of its elements.
    of = expr.ty.dtype
    return Dtype(of if isinstance(of, tvm.ir.PrimType) else expr.ty)


_type_of = te.Tensor.dtype.fget
te.Tensor.dtype = property(lambda tensor: Dtype(_type_of(tensor)))
te.Tensor.expr_ty = _type_of
# TVM's own property of variables is of buffers alone.
tvm.ir.Expr.dtype = tvm.ir.Var.dtype = property(_dtype)

# --- Computations ---------------------------------------------------------------------------------


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
    return te.placeholder(as_shape(shape), None if dtype is None else str(dtype), name)


def compute(shape, fcompute, name="compute", tag="", attrs=None, varargs_names=None):
    """`te.compute`; what would be lowered wrongly or not at all is refused here."""
    names = parameters(fcompute)
    if names is not None and len(names) < len(as_shape(shape)):
        op = compute_by_intrinsic(as_shape(shape), names, fcompute, name, tag)
        if op is not None:
            return op.output(0)
    try:
        made = te.compute(as_shape(shape), fcompute, name, tag, attrs, varargs_names)
    except Exception as error:
        if "only allowed at the top level" not in str(error):
            raise
        raise nested_reduction(name) from None
    op = bounded(made[0].op if isinstance(made, tuple) else made.op)
    check_body(op)
    tensors = tuple(outputs(op))
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
