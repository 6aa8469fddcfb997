"""Tiled GEMMs and convolutions: operands in shared memory, accumulators in registers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from tvm import te

from ..schedule import Schedule
from ..stage import Stage
from .elementwise import Outputs, summed, with_inner

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
