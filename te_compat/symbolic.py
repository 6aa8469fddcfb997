"""Symbolic extents: `te.var` in shapes, and the numbers that replace them in a kernel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import tvm
import tvm_ffi
from tvm import te, tirx

from schedules.lowering.nodes import loop_with

from .axes import number
from .calls import OldCall, notice
from .dataflow import (
    TensorKey,
    Var,
    extern_op,
    key,
    map_bodies,
    outputs,
    remake,
    remake_scan,
    root_axes,
    substitute,
    variables,
)

if TYPE_CHECKING:
    from .schedule import Schedule

DEFAULT = 1024


@dataclass
class Sizes:
    """The numbers for a script's variables.

    `given` are those of the command line, by name. Each other variable takes the next number of
    `order`, or DEFAULT with a notice if there is none.
    """

    given: dict[str, int] = field(default_factory=dict)
    order: Sequence[int] = ()
    taken: dict[str, int] = field(default_factory=dict)

    def of(self, var: Var, call: OldCall) -> int:
        name = str(var.name)
        if name not in self.taken and len(self.taken) < len(self.order):
            self.taken[name] = self.order[len(self.taken)]
        elif name not in self.taken:
            self.taken[name] = DEFAULT
            notice(
                call,
                f"{name} is taken as {DEFAULT}; to change it, use --var {name}=NUMBER or --shape "
                "(a call of the built function uses the extents of its arrays)",
            )
        return self.taken[name]


def extents_of(op) -> list:
    """The extents that an operation is declared with."""
    if isinstance(op, te.ComputeOp):
        return [axis.dom.extent for axis in root_axes(op)]
    return [extent for tensor in outputs(op) for extent in tensor.shape]


def symbols(ops: Iterable) -> list[Var]:
    """The variables in the extents of operations, each once, without the operations' own axes."""
    symbols_of: dict[Var, None] = {}
    for op in ops:
        own = {axis.var for axis in root_axes(op)}
        symbols_of |= {v: None for e in extents_of(op) for v in variables(e) if v not in own}
    return list(symbols_of)


def with_numbers(
    schedule: Schedule,
    args: Sequence[te.Tensor | Var],
    call: OldCall,
    known: Mapping[Var, int] | None = None,
) -> tuple[Schedule, list[te.Tensor | Var]]:
    """A schedule and its arguments with a number for each symbolic extent.

    The numbers are those of `known`, then the schedule's `sizes`. The script's axes stay valid:
    only their extents change. Without symbolic extents, both are returned unchanged.
    """
    unread = [a.op for a in args if isinstance(a, te.Tensor) and a.op not in schedule.stage_map]
    unknowns = symbols([*(stage.op for stage in schedule.stages), *unread])
    if not unknowns:
        return schedule, list(args)
    known = known or {}
    values = {
        var: tirx.const(known[var] if var in known else schedule.sizes.of(var, call), "int32")
        for var in unknowns
    }
    made: dict[TensorKey, te.Tensor] = {}
    twin = schedule.twin()
    for stage in twin.stages:
        op = _op_with_numbers(stage.op, values, made)
        made |= {key(old): new for old, new in zip(outputs(stage.op), outputs(op), strict=True)}
        stage.op = op
        own = {axis.var: axis for axis in root_axes(op)}
        stage.axes = [own.get(axis.var, axis) for axis in stage.axes]
        stage.leaves = [own.get(axis.var, axis) for axis in stage.leaves]
    by_op = {op: _op_with_numbers(op, values, made) for op in unread}
    return twin, [
        arg if isinstance(arg, Var) or arg.op not in by_op else by_op[arg.op].output(0)
        for arg in args
    ]


def _op_with_numbers(op, values: Mapping[Var, object], made: dict):
    def put(part):
        return tvm_ffi.structural_map(
            part,
            [
                (Var, lambda var: values.get(var, var)),
                (te.Tensor, lambda tensor: made.get(key(tensor), tensor)),
                (
                    tvm.ir.Range,
                    lambda dom: tvm.ir.Range.from_min_extent(number(dom.min), number(dom.extent)),
                ),
            ],
        )

    if isinstance(op, te.PlaceholderOp):
        (tensor,) = outputs(op)
        shape = [number(put(extent)) for extent in tensor.shape]
        return te.placeholder(shape, str(tensor.dtype), str(op.name)).op
    if isinstance(op, te.ScanOp):
        dom = op.scan_axis.dom
        steps = tvm.ir.Range.from_min_extent(number(put(dom.min)), number(put(dom.extent)))
        axis = tirx.IterVar(steps, op.scan_axis.var, op.scan_axis.iter_type)
        return remake_scan(op, made, axis)
    if isinstance(op, te.ExternOp):
        return _extern_with_numbers(op, values, made)
    axes = []
    for axis in op.axis:
        extent = tvm.ir.Range(axis.dom.min, number(put(axis.dom.extent)))
        axes.append(tirx.IterVar(extent, axis.var, axis.iter_type))
    return remake(op, map_bodies(op.body, put), axis=axes)


def _extern_with_numbers(op, values: Mapping[Var, object], made: dict):
    """An ExternOp over buffers with numbers as extents."""
    inputs = [made.get(key(tensor), tensor) for tensor in op.inputs]
    # An input's extents have to be those of its tensor, as objects.
    shapes = [tensor.shape for tensor in inputs]
    shapes += [[number(substitute(n, values)) for n in out.shape] for out in op.output_placeholders]
    old = [*op.input_placeholders, *op.output_placeholders]
    new = [
        tirx.decl_buffer(shape, buffer.dtype, buffer.name, elem_offset=buffer.elem_offset)
        for buffer, shape in zip(old, shapes, strict=True)
    ]
    body = substitute(op.body, {**values, **dict(zip(old, new, strict=True))})

    def on_for(loop: tirx.For) -> tirx.For:
        return loop_with(loop, extent=tvm.sym.Analyzer().simplify(loop.extent))

    body = tvm_ffi.structural_map(body, (tirx.For, on_for))
    return extern_op(op, inputs, (new[: len(inputs)], new[len(inputs) :]), body)


def solved(args: Sequence[te.Tensor | Var], arrays: Sequence) -> dict[Var, int]:
    """The values of the variables in the arguments' shapes, for the arrays of a call.

    An extent must be a variable, or linear in the only variable that is not known yet.
    """
    values: dict[Var, int] = {}
    pairs = []
    for arg, array in zip(args, arrays, strict=False):
        if isinstance(arg, Var):
            values |= {arg: int(array)} if isinstance(array, int) else {}
        else:
            pairs += zip(arg.shape, getattr(array, "shape", ()), strict=False)
    for extent, actual in sorted(pairs, key=lambda pair: not isinstance(pair[0], Var)):
        unknown = [var for var in variables(extent) if var not in values]
        if len(unknown) != 1:
            continue
        zero, at_one = (_at(extent, {**values, unknown[0]: value}) for value in (0, 1))
        if at_one != zero and (int(actual) - zero) % (at_one - zero) == 0:
            values[unknown[0]] = (int(actual) - zero) // (at_one - zero)
    return values


def _at(extent, values: Mapping[Var, int]) -> int:
    put = {var: tirx.const(value, "int32") for var, value in values.items()}
    return int(number(tvm_ffi.structural_map(extent, (Var, lambda var: put.get(var, var)))))
