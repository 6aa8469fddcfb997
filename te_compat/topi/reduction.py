"""Reductions over the threads of a block: sum, argmax, softmax, GEMM with few rows."""

from __future__ import annotations

import math

from tvm import te, tirx

from ..dataflow import reads_of
from ..schedule import Schedule, as_list
from ..stage import Stage
from .elementwise import Outputs, inlined, kept, spread, with_inner

LANES, ROWS = 32, 8


def across_lanes(s: Schedule, stage: Stage, lane: tirx.IterVar, lanes: int) -> None:
    """Make `lanes` threads reduce an element of a stage, each accumulating its part in registers
    first."""
    over = stage.fuse(*stage.op.reduce_axis)
    _, inner = stage.split(over, factor=lanes)
    shares = as_list(s.rfactor(stage.origin_op.output(0), inner))
    (over,) = stage.op.reduce_axis
    stage.bind(over, lane)
    s[shares[0]].compute_at(stage, over)


def schedule_reduce(outs: Outputs) -> Schedule:
    """Reductions, with their inputs inlined, and their readers; several rows per block."""
    s, stages, inner = with_inner(outs)
    for stage in stages:
        if any(stage in parts for parts in inner.values()):
            continue
        parts = [part for part in inner.get(stage, ()) if part.op.reduce_axis]
        if not stage.op.reduce_axis and not parts:
            spread(stage)
            continue
        _rows(s, stage, parts)
    return s


def _rows(s: Schedule, stage: Stage, parts: list[Stage]) -> None:
    lane = te.thread_axis("threadIdx.x")
    lanes = LANES if stage.op.axis else LANES * ROWS
    if stage.op.reduce_axis:
        across_lanes(s, stage, lane, lanes)
    row = stage.fuse(*stage.op.axis)
    if stage.op.axis:
        # With rows left out, a reduction inside would not have affine iterators.
        rows = math.gcd(ROWS, math.prod(int(axis.dom.extent) for axis in stage.op.axis))
        block, row = stage.split(row, factor=rows)
        stage.bind(row, te.thread_axis("threadIdx.y"))
    else:
        block = row
    stage.bind(block, te.thread_axis("blockIdx.x"))
    for part in parts:
        across_lanes(s, part, lane, lanes)
        part.set_scope("shared")
        part.compute_at(stage, row)


def schedule_softmax(outs: Outputs) -> Schedule:
    """A block per row; its maximum and sum are in shared memory, exponentials are recomputed."""
    s = inlined(outs)
    *reductions, output = kept(s)
    stage, lane = output, te.thread_axis("threadIdx.x")
    dimension = _reduced_dimension(reductions[0])
    column = stage.op.axis[dimension]
    rows = [axis for axis in stage.op.axis if not axis.var.same_as(column.var)]
    stage.reorder(*rows, column)
    row = stage.fuse(*rows)
    stage.bind(row, te.thread_axis("blockIdx.x"))
    _, inner = stage.split(column, factor=LANES)
    stage.bind(inner, lane)
    for part in reductions:
        part.set_scope("shared")
        part.compute_at(stage, row)
        _, inner = part.split(part.op.reduce_axis[0], factor=LANES)
        part.bind(inner, lane)
    return s


def _reduced_dimension(stage: Stage) -> int:
    """The dimension of its input that a stage reduces."""
    (over,) = stage.op.reduce_axis
    _, indices = reads_of(stage.op)[0]
    return next(number for number, index in enumerate(indices) if index.same_as(over.var))
