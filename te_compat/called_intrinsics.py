"""An intrinsic called inside `te.compute`: `te.compute(shape, lambda i: intrin(A[i, 0:16]))`.

TVM had a special operation for it. Here the stage computes what the intrinsic computes, over the
axes of the lambda and one axis for each further dimension. It is then tensorized from the first of
these further axes.
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import tvm
import tvm_ffi
from tvm import te, tirx

from .calls import OldCall, here, refuse
from .dataflow import (
    REDUCTION,
    computed,
    every_output,
    key,
    new_axis,
    reduction,
    root_axes,
    substitute,
)
from .intrinsics import IntrinsicCall, TensorIntrin

# Key in an operation's attributes: its index here.
ATTRIBUTE = "called_intrinsic"
_called: dict[int, Called] = {}
_number = itertools.count()


@dataclass(frozen=True)
class Called:
    """The intrinsic of an operation: it covers the axes from `spatial` and the reduced axes from
    `reduced` on."""

    intrinsic: TensorIntrin
    call: OldCall
    spatial: int
    reduced: int

    def order(self, op: te.ComputeOp) -> tuple[list[tirx.IterVar], list[tirx.IterVar]]:
        """The axes of the operation outside the intrinsic, and those that the intrinsic
        computes."""
        axes, reduced = list(op.axis), list(op.reduce_axis)
        outside = axes[: self.spatial] + reduced[: self.reduced]
        return outside, axes[self.spatial :] + reduced[self.reduced :]


def called_by(op) -> Called | None:
    """The intrinsic that an operation calls; None if it calls none."""
    number = op.attrs.get(ATTRIBUTE) if isinstance(op, te.ComputeOp) else None
    return None if number is None else _called[int(number)]


def parameters(fcompute: Callable) -> list[str] | None:
    """The names of a lambda's parameters; None if it takes any number."""
    spec = inspect.getfullargspec(fcompute)
    return None if spec.varargs is not None or not spec.args else spec.args


def compute_by_intrinsic(
    shape: Sequence, names: Sequence[str], fcompute: Callable, name: str, tag: str
) -> te.ComputeOp | None:
    """The operation of a lambda with fewer parameters than dimensions; None without a call."""
    axes = [new_axis(extent, axis) for axis, extent in zip(names, shape, strict=False)]
    made = fcompute(*(axis.var for axis in axes))
    if not isinstance(made, IntrinsicCall):
        return None
    intrinsic = made.intrinsic
    tail = [new_axis(extent, f"ax{number}") for number, extent in enumerate(shape[len(axes) :])]
    wanted, given = ([axis.dom.extent for axis in part] for part in (intrinsic.op.axis, tail))
    if not tvm_ffi.structural_equal(wanted, given):
        raise refuse(
            f"{intrinsic.name} gives {_shape(wanted)} elements, but the dimensions of {name} that "
            f"are not parameters of the lambda have {_shape(given)}; make them equal",
            "compute",
        )
    inner = [tirx.IterVar(axis.dom, axis.var.name, REDUCTION) for axis in intrinsic.op.reduce_axis]
    pairs = zip(root_axes(intrinsic.op), (*tail, *inner), strict=True)
    values = {theirs.var: ours.var for theirs, ours in pairs}
    slices = {
        key(tensor): _Slice(part, tensor.ndim, intrinsic.name)
        for tensor, part in zip(intrinsic.op.input_tensors, made.slices, strict=True)
    }

    def read(call: tvm.ir.Call):
        tensor = call.args[0] if call.args else None
        if not isinstance(tensor, te.Tensor) or key(tensor) not in slices:
            return call
        return slices[key(tensor)].at(list(call.args[1:]))

    def put(expr):
        return tvm_ffi.structural_map(substitute(expr, values), (tvm.ir.Call, read))

    reduce = reduction(intrinsic.op)
    if reduce is None:
        if made.reduce_axis:
            raise refuse(f"{intrinsic.name} has no reduction: leave out reduce_axis", "compute")
        body = [put(intrinsic.op.body[0])]
    else:
        source = [put(term) for term in reduce.source]
        body = every_output(reduce, source, [*made.reduce_axis, *inner], [put(reduce.condition)])
    number = next(_number)
    _called[number] = Called(intrinsic, here("compute"), len(axes), len(made.reduce_axis))
    return computed(name, [*axes, *tail], body, tag, {ATTRIBUTE: number})


def _shape(extents) -> str:
    return " x ".join(map(str, extents)) or "1"


class _Slice:
    """A slice of a tensor that is an input of the intrinsic."""

    def __init__(self, part: te.tensor.TensorSlice, ndim: int, taken_by: str) -> None:
        self.part = part
        sliced = sum(isinstance(index, slice) for index in part.indices)
        if sliced != ndim or len(part.indices) != part.tensor.ndim:
            raise refuse(
                f"{taken_by} takes {ndim} dimensions, and the part of {part.tensor.op.name} that "
                f"it receives has {sliced}: pass a slice for each of these, and an index for each "
                "other dimension",
                "compute",
            )

    def at(self, indices: list):
        """The element of the slice at some indices of the input."""
        inside = iter(indices)
        whole = []
        for index in self.part.indices:
            if isinstance(index, slice):
                whole.append((index.start or 0) + next(inside))
            else:
                whole.append(index.var if isinstance(index, tirx.IterVar) else index)
        return self.part.tensor(*whole)
