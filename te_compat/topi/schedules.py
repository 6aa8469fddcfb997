"""Schedules of this project for the computations of TOPI: a thread per element, and reductions."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tvm import te

from ..moved_names import create_schedule
from ..queries import auto_inline_injective
from ..schedule import Schedule, as_list
from ..stage import ROOT, Stage

# Threads of a block with a thread per element; of a block that reduces rows, and its rows.
THREADS, LANES, ROWS = 256, 32, 8

Outputs = te.Tensor | Sequence[te.Tensor]


def inlined(outs: Outputs) -> Schedule:
    """The schedule of some outputs, with all stages inlined that reduce nothing."""
    s = create_schedule([out.op for out in as_list(outs)])
    auto_inline_injective(s)
    return s


def kept(s: Schedule) -> list[Stage]:
    """The stages that are computed at the root, producers first."""
    return [stage for stage in s.stages if stage.is_compute and stage.attach == ROOT]


def spread(s: Schedule, stage: Stage) -> None:
    """Give each element a thread, which reduces it in registers if there is a reduction."""
    local = s.cache_write(stage.origin_op.output(0), "local") if stage.op.reduce_axis else None
    block, thread = stage.split(stage.fuse(*stage.op.axis), factor=THREADS)
    stage.bind(block, te.thread_axis("blockIdx.x"))
    stage.bind(thread, te.thread_axis("threadIdx.x"))
    if local is not None:
        s[local].compute_at(stage, thread)


def by_rows(s: Schedule, stage: Stage) -> None:
    """Have several threads reduce an element, each accumulating its part in registers first."""
    lane, lanes = te.thread_axis("threadIdx.x"), LANES if stage.op.axis else LANES * ROWS
    _, inner = stage.split(stage.fuse(*stage.op.reduce_axis), factor=lanes)
    shares = as_list(s.rfactor(stage.origin_op.output(0), inner))
    (over,) = stage.op.reduce_axis
    stage.bind(over, lane)
    s[shares[0]].compute_at(stage, over)
    block = stage.fuse(*stage.op.axis)
    if stage.op.axis:
        # With rows left out, a reduction inside would not have affine iterators.
        rows = math.gcd(ROWS, math.prod(int(axis.dom.extent) for axis in stage.op.axis))
        block, row = stage.split(block, factor=rows)
        stage.bind(row, te.thread_axis("threadIdx.y"))
    stage.bind(block, te.thread_axis("blockIdx.x"))


def schedule_injective(outs: Outputs, *_layout) -> Schedule:
    """A kernel for each stage, with a thread per element."""
    s = inlined(outs)
    for stage in kept(s):
        spread(s, stage)
    return s


def schedule_injective_from_existing(s: Schedule, out: te.Tensor) -> Schedule:
    """Schedule one stage of an existing schedule."""
    spread(s, s[out])
    return s


def schedule_reduce(outs: Outputs) -> Schedule:
    """A kernel for each stage; a warp reduces a row, and a block has several rows."""
    s = inlined(outs)
    for stage in kept(s):
        (by_rows if stage.op.reduce_axis else spread)(s, stage)
    return s


def default_schedule(outs: Outputs, *_layout) -> Schedule:
    """`topi.generic`: unchanged loops, for a CPU."""
    return inlined(outs)
