"""Schedules of this project for the computations of TOPI: per element, reductions, tiled GEMMs."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence

from tvm import te, tirx

from ..dataflow import reads_of
from ..moved_names import create_schedule
from ..queries import auto_inline_injective
from ..schedule import Schedule, as_list
from ..stage import INLINE, ROOT, Stage

# Limit in bytes of shared memory for the copies of a slice.
SHARED = 32 * 1024

Tile = tuple[int, int]  # Threads, and elements of each thread, along each axis.
Plan = tuple[
    Sequence[Tile], Sequence[int]
]  # Threads and elements along each axis, and the slice of each reduced axis.


def fitted(extent: int, threads: int, elements: int) -> Tile:
    """A tile no larger than an extent needs: powers of two."""
    while threads > 1 and threads >= 2 * extent:
        threads //= 2
    while elements > 1 and threads * elements >= 2 * extent:
        elements //= 2
    return threads, elements


def block_tile(
    s: Schedule, product: Stage, output: Stage, tiles: Sequence[Tile], slices: Sequence[int]
) -> None:
    """Tile a GEMM, whose results `output` takes; it has the GEMM's shape.

    Parameters
    ----------
    tiles
        For each axis: number of threads of a block along it, and number of elements of each.
    slices
        For each reduced axis: how much of it shared memory holds at a time.
    """
    tensor = product.origin_op.output(0)
    if product is output:
        local = s.cache_write(tensor, "local")
    else:
        local = tensor
        product.set_scope("local")
    made = s[local]
    copies = [s.cache_read(read, "shared", [local]) for read in made.op.input_tensors]
    blocks, threads, elements = [], [], []
    for axis, (count, each) in zip(output.op.axis, tiles, strict=True):
        block, rest = output.split(axis, factor=count * each)
        thread, element = output.split(rest, nparts=count)
        blocks.append(block)
        threads.append(thread)
        elements.append(element)
    output.reorder(*blocks, *threads, *elements)
    block, thread = output.fuse(*blocks), output.fuse(*threads)
    lane = te.thread_axis("threadIdx.x")
    output.bind(block, te.thread_axis("blockIdx.x"))
    output.bind(thread, lane)
    made.compute_at(output, thread)
    parts = [
        made.split(axis, factor=size)
        for axis, size in zip(made.op.reduce_axis, slices, strict=True)
    ]
    outer, inner = zip(*parts, strict=True)
    made.reorder(*outer, *inner, *made.op.axis)
    count = math.prod(along for along, _ in tiles)
    for copy in copies:
        stage = s[copy]
        stage.compute_at(made, outer[-1])
        _, fetched = stage.split(stage.fuse(*stage.op.axis), factor=count)
        stage.bind(fetched, lane)


def tiled(outs: Outputs, plan: Callable[[Stage], Plan | None]) -> Schedule:
    """Tile each GEMM, together with the output that reads it or as a separate kernel.

    Stages without a reduction, or without a plan, have a thread per element.
    """
    s, stages, inner = with_inner(outs)
    done: set[Stage] = set()
    for stage in stages:
        if stage in done:
            continue
        reader = next((out for out, parts in inner.items() if parts == [stage]), stage)
        planned = plan(stage) if stage.op.reduce_axis else None
        if planned is None:
            summed(s, stage)
            continue
        if extents(reader) != extents(stage):
            reader = stage
        done |= {stage, reader}
        block_tile(s, stage, reader, *planned)
    return s


def extents(stage: Stage) -> list[int]:
    return [int(axis.dom.extent) for axis in stage.op.axis]


def _matrices(stage: Stage) -> Plan:
    """Tiles of 64 x 64 of the last two axes, 4 x 4 per thread."""
    *batch, rows, columns = extents(stage)
    tiles = [(1, 1)] * len(batch) + [fitted(rows, 16, 4), fitted(columns, 16, 4)]
    return tiles, [min(16, int(axis.dom.extent)) for axis in stage.op.reduce_axis]


def _convolution(stage: Stage) -> Plan:
    """For (n, f, y, x): 16 filters and 4 x 16 positions per block, and as many channels as fit."""
    _, filters, rows, columns = extents(stage)
    tiles = [(1, 1), fitted(filters, 4, 4), fitted(rows, 4, 1), fitted(columns, 16, 1)]
    channels, *window = (int(axis.dom.extent) for axis in stage.op.reduce_axis)
    # A slice of the filters, and the positions that the tile reads, with the margin of the window.
    weights = 16 * math.prod(window) * 4
    data = (4 + window[0]) * (16 + window[1]) * 4 * 4
    return tiles, [max(1, min(channels, 8, SHARED // (weights + data))), *window]


def schedule_matmul(outs: Outputs) -> Schedule:
    return tiled(outs, _matrices)


def schedule_conv2d_nchw(outs: Outputs) -> Schedule:
    return tiled(outs, _convolution)


def schedule_conv2d_nchw_winograd(outs: Outputs) -> Schedule:
    """One kernel for each transform, with one element per thread, and tiled GEMMs between them."""
    return tiled(outs, lambda stage: _matrices(stage) if len(stage.op.reduce_axis) == 1 else None)


THREADS = 256

Outputs = te.Tensor | Sequence[te.Tensor]


def inlined(outs: Outputs) -> Schedule:
    """The schedule of some outputs, with all stages inlined that reduce nothing."""
    s = create_schedule([out.op for out in as_list(outs)])
    auto_inline_injective(s)
    return s


def kept(s: Schedule) -> list[Stage]:
    """The stages that are computed at the root, producers first."""
    return [stage for stage in s.stages if stage.is_compute and stage.attach == ROOT]


def with_inner(outs: Outputs) -> tuple[Schedule, list[Stage], dict[Stage, list[Stage]]]:
    """The schedule of some outputs, its stages at the root, and the stages that only one output
    reads."""
    s = inlined(outs)
    stages = kept(s)
    return s, stages, {stage: inner_of(s, stage) for stage in stages if stage.is_output}


def spread(stage: Stage) -> tirx.IterVar:
    """Assign one element per thread; returns the innermost loop, a thread's work."""
    loop = stage.fuse(*stage.op.axis)
    block, thread = stage.split(loop, factor=THREADS)
    stage.bind(block, te.thread_axis("blockIdx.x"))
    stage.bind(thread, te.thread_axis("threadIdx.x"))
    return thread


def summed(s: Schedule, stage: Stage) -> None:
    """Give each element a thread, which reduces it in registers if there is a reduction."""
    local = s.cache_write(stage.origin_op.output(0), "local") if stage.op.reduce_axis else None
    thread = spread(stage)
    if local is not None:
        s[local].compute_at(stage, thread)


def sources(s: Schedule, stage: Stage) -> list[Stage]:
    """The stages at the root that a stage reads, through inlined ones."""
    read = [s[t.op] for t in stage.op.input_tensors if not isinstance(t.op, te.PlaceholderOp)]
    through = [sources(s, other) if other.attach == INLINE else [other] for other in read]
    return list(dict.fromkeys(itertools.chain(*through)))


def inner_of(s: Schedule, output: Stage) -> list[Stage]:
    """The stages that only `output` reads, so that its threads can keep them in registers."""
    others = [sources(s, stage) for stage in kept(s) if stage is not output]
    return [
        stage
        for stage in sources(s, output)
        if not stage.is_output and not any(stage in read for read in others)
    ]


def schedule_injective_from_existing(s: Schedule, out: te.Tensor) -> Schedule:
    """Schedule one stage of an existing schedule."""
    spread(s[out])
    return s


def schedule_injective(outs: Outputs) -> Schedule:
    """Elementwise stages and broadcasts; reductions also have one thread per element."""
    s = inlined(outs)
    for stage in kept(s):
        summed(s, stage)
    return s


def schedule_pool(outs: Outputs, layout: str = "NCHW") -> Schedule:
    """One window per thread, reduced in its registers."""
    s, stages, inner = with_inner(outs)
    for stage in stages:
        if not any(stage in parts for parts in inner.values()):
            thread = spread(stage)
            for part in inner.get(stage, ()):
                part.set_scope("local")
                part.compute_at(stage, thread)
    return s


def default_schedule(outs: Outputs, *_layout) -> Schedule:
    """`topi.generic`: unchanged loops, for a CPU."""
    return inlined(outs)


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
