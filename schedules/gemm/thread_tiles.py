"""Thread tiles on CUDA cores: a part of C per thread, optionally strided by virtual threads.

i lies along x (blockIdx.x, threadIdx.x) and j along y.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from tvm import s_tir
from tvm.s_tir.schedule import LoopRV

from ..core.ladder import Tile
from ..core.schedule_moves import bind_fetch, cache_operands

INIT = "init", "zero the accumulator before the loop over k, not by a test inside it"


@dataclass(frozen=True)
class ThreadTile(Tile):
    """A block's tile of C and K, divided among threads and, optionally, virtual threads.

    A thread computes (block_i / threads_i) x (block_j / threads_j) elements of C, in
    vthreads_i x vthreads_j parts that are a whole row of threads apart.
    """

    block_i: int
    block_j: int
    block_k: int = 1
    threads_i: int = 16
    threads_j: int = 16
    vthreads_i: int = 1
    vthreads_j: int = 1

    def block(self) -> tuple[int, int, int]:
        return (self.block_i, self.block_j, self.block_k)

    @property
    def threads(self) -> dict[str, int]:
        return {"threadIdx.y": self.threads_j, "threadIdx.x": self.threads_i}


@dataclass(frozen=True)
class PipelinedThreadTile(ThreadTile):
    """A ThreadTile whose loop over K is pipelined: it needs two tiles of K."""

    stages = 2


@dataclass(frozen=True)
class PanelTile(ThreadTile):
    """A ThreadTile whose grid has `panel` columns of blocks along x (fewer where N has fewer).

    `across` says whether consecutive blocks lie in a row, across the panel, or in a column.
    """

    panel: int = 8
    across: bool = True


def bind_blocks(sch: s_tir.Schedule, tile: ThreadTile, bx: LoopRV, by: LoopRV) -> Iterator:
    """Bind rows and columns of blocks to a grid, in panels for a PanelTile:

        for bx, by in T.grid(128, 128):
    becomes, for panels of 8,
        for by in T.thread_binding(16, "blockIdx.y"):
            for bx in T.thread_binding(1024, "blockIdx.x"):
    where row and column of a block are (bx // 8, by * 8 + bx % 8) across the panel, and
    (bx % 128, by * 8 + bx // 128) otherwise.
    """
    if isinstance(tile, PanelTile):
        width = math.gcd(int(sch.get(by).extent), tile.panel)
        by, column = sch.split(by, [None, width], preserve_unit_iters=True)
        order = (bx, column) if tile.across else (column, bx)
        sch.reorder(by, *order)
        bx = sch.fuse(*order)
        where = "beside each other" if tile.across else "below each other"
        yield "panels", f"panels of {width} columns of blocks, consecutive blocks {where}"
    sch.bind(bx, "blockIdx.x")
    sch.bind(by, "blockIdx.y")
    yield "bind_block", "blocks are independent"


def thread_tiles(sch: s_tir.Schedule, tile: ThreadTile, *, virtual: bool = True) -> Iterator:
    """The document's main loop nest: block tile, thread tile, K tile, caches on both levels.

    The document creates the caches first and binds threads last, as te.Stage requires. Here threads
    are bound first, so that nearly every step is a complete kernel.

    With `virtual` false, the loops that split a thread's part stay plain loops outside the threads,
    as in the document's control experiment.
    """
    c = sch.get_sblock("C")
    i, j, k = sch.get_loops(c)
    bx, xi = sch.split(i, [None, tile.block_i])
    by, yi = sch.split(j, [None, tile.block_j])
    sch.reorder(bx, by, xi, yi)
    yield "split_block", "traffic is M*N*K*(1/bm + 1/bn): the larger the block's tile, the less"
    yield from bind_blocks(sch, tile, bx, by)
    vx, tx, xi = sch.split(xi, [tile.vthreads_i, tile.threads_i, None])
    vy, ty, yi = sch.split(yi, [tile.vthreads_j, tile.threads_j, None])
    sch.reorder(vy, vx, ty, tx, xi, yi)
    yield "split_thread", "a tile per thread: a value in a register feeds a whole row of FMAs"
    sch.bind(ty, "threadIdx.y")
    sch.bind(tx, "threadIdx.x")
    yield "bind_thread", "with 256 threads, each can have 255 registers"
    if virtual and tile.vthreads_i * tile.vthreads_j > 1:
        sch.bind(vy, "vthread.y")
        sch.bind(vx, "vthread.x")
        yield (
            "vthread",
            "a thread's parts are strided: adjacent threads access adjacent words",
        )
    write = sch.cache_write(c, 0, "local")
    yield "cache_write", "accumulators get their own buffer; its copy to C has no threads yet"
    sch.reverse_compute_at(write, tx, preserve_unit_loops=True)
    yield "write_back", "accumulators in registers: each thread writes its tile once"
    ko, ki = sch.split(k, [None, tile.block_k])
    sch.reorder(ko, ki, xi, yi)
    yield "split_k", "a slice of K fits in shared memory; each k is an outer product"
    cache_operands(sch, c, "shared", ko)
    yield "cache_shared", "the block's slices of A and B, loaded once per ko"
    cache_operands(sch, c, "local", ki)
    yield "cache_registers", "a row of each slice per ki: 16 reads feed 64 FMAs"
    sch.decompose_reduction(c, ko)
    yield INIT


def tiles_and_fetch(
    sch: s_tir.Schedule, tile: ThreadTile, *, vector: int = 1, virtual: bool = True
) -> Iterator:
    """`thread_tiles` with the copy spread over the block: adjacent threads copy adjacent words."""
    yield from thread_tiles(sch, tile, virtual=virtual)
    for name in ("A_shared", "B_shared"):
        bind_fetch(sch, sch.get_sblock(name), tile.threads, vector)
    width = f"{vector} floats per thread" if vector > 1 else "one float per thread"
    yield "bind_fetch", f"lane l copies the l-th piece of the tile, {width}: no bank conflicts"


def vector_tiles(sch: s_tir.Schedule, tile: ThreadTile) -> Iterator:
    """2 x 2 virtual threads of 4 x 4 elements; float4 to shared memory and from it."""
    yield from tiles_and_fetch(sch, tile, vector=4)
    for name in ("A_shared_local", "B_shared_local"):
        sch.vectorize(sch.get_loops(name)[-1])
    yield "vectorize_read", "one LDS.128 loads four contiguous elements"
