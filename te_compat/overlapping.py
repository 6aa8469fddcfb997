"""Tensorized copies that are read at sums of axes, such as h + kh in a convolution.

TVM 0.27 derives the tiles of such a copy wrongly. The copy therefore gets one axis for each term of
the sum, as in im2col: its reader reads copy[h, kh] instead of copy[h + kh]. Only the memory of a
tile is allocated.
"""

from __future__ import annotations

import tvm
import tvm_ffi
from tvm import te

from .dataflow import (
    key,
    map_bodies,
    new_axis,
    outputs,
    reads_of,
    remake,
    root_axes,
    substitute,
    variables,
)
from .schedule import Schedule
from .stage import Stage


def without_sums(schedule: Schedule) -> Schedule:
    """A schedule whose tensorized copies are read at no sums; itself where none is."""
    if not any(_read_at_sums(schedule, stage) for stage in schedule.stages):
        return schedule
    twin = schedule.twin()
    for stage in twin.stages:
        reads = _read_at_sums(twin, stage)
        if reads is not None:
            _widen(twin, stage, *reads)
    return twin


def _read_at_sums(schedule: Schedule, stage: Stage) -> tuple[Stage, list] | None:
    """The only reader of a tensorized copy and its indices, if some of these are sums of axes.

    The copy's axes must be unscheduled there.
    """
    if not any(stage.of(leaf).intrinsic for leaf in stage.leaves) or not stage.is_compute:
        return None
    if stage.op.reduce_axis or stage.op.num_outputs > 1:
        return None
    reads = [
        (reader, indices)
        for reader in schedule.stages
        if isinstance(reader.op, te.ComputeOp)
        for tensor, indices in reads_of(reader.op)
        if tensor.op == stage.op
    ]
    if len(reads) != 1:
        return None
    reader, indices = reads[0]
    touched = {var for action in stage.actions if action.after for var in action.old}
    summed = [
        axis.var
        for axis, index in zip(stage.op.axis, indices, strict=True)
        if len(set(variables(index))) > 1
    ]
    free = all(var not in touched and var not in stage.attributes for var in summed)
    return (reader, indices) if summed and free else None


def _widen(schedule: Schedule, stage: Stage, reader: Stage, indices: list) -> None:
    """Give a copy an axis for each term of the sums at which `reader` has it."""
    extents = {axis.var: axis.dom.extent for axis in root_axes(reader.op)}
    parts: dict = {}
    values, read_at = {}, []
    for axis, index in zip(stage.op.axis, indices, strict=True):
        terms = list(dict.fromkeys(variables(index)))
        if len(terms) < 2:
            parts[axis.var] = [axis]
            read_at.append(index)
            continue
        parts[axis.var] = [new_axis(extents[var], f"{axis.var.name}_{var.name}") for var in terms]
        own = dict(zip(terms, (part.var for part in parts[axis.var]), strict=True))
        values[axis.var] = substitute(index, own)
        read_at += terms
    old, axes = stage.op, [part for axis in stage.op.axis for part in parts[axis.var]]
    stage.op = remake(old, map_bodies(old.body, lambda expr: substitute(expr, values)), axis=axes)
    for held in (stage.axes, stage.leaves):
        held[:] = [part for axis in held for part in parts.get(axis.var, [axis])]
    (wide,) = outputs(stage.op)

    def read(call: tvm.ir.Call):
        mine = call.args and isinstance(call.args[0], te.Tensor) and call.args[0].op == old
        return wide(*read_at) if mine else call

    before = reader.op
    body = map_bodies(
        before.body, lambda expr: tvm_ffi.structural_map(expr, (tvm.ir.Call, read), order="pre")
    )
    reader.op = remake(before, body)
    pairs = zip(outputs(before), outputs(reader.op), strict=True)
    schedule.rewire({key(tensor): other for tensor, other in pairs})
