"""Thread tiles on CUDA cores: a part of C per thread, optionally strided by virtual threads.

i lies along x (blockIdx.x, threadIdx.x) and j along y.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from tvm import s_tir
from tvm.s_tir.schedule import LoopRV

from ..core.ladder import Tile
from ..core.schedule_moves import bind_fetch, cache_operands, dtype_of

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


# --- split-K --------------------------------------------------------------------------------------

# Split-K: how many parts of K give enough blocks.

# SMs of an H100 and an H200, one block each.
BLOCKS = 132
# Threads per block of the kernel that adds the parts; each computes one result.
SUM_THREADS = 128


def split_k_factor(tiles: int, slices: int) -> int:
    """The largest number of parts of K, a power of two, for `tiles` tiles of C: at most BLOCKS
    blocks in total, and at least one of the `slices` along K per part."""
    return 1 << max(0, min(BLOCKS // tiles, slices).bit_length() - 1)


# --- tiles of pairs -------------------------------------------------------------------------------

# 8- and 16-bit operands on CUDA cores: a result per thread, or thread tiles and pairs along K.


@dataclass(frozen=True)
class PatchTile(Tile):
    """threads_i x threads_j threads, each with vthreads x vthreads parts of items x items."""

    threads_i: int = 16
    threads_j: int = 16
    vthreads: int = 1
    items: int = 1
    block_k: int = 1

    def block(self) -> tuple[int, int, int]:
        patch = self.vthreads * self.items
        return (self.threads_i * patch, self.threads_j * patch, self.block_k)

    @property
    def threads(self) -> dict[str, int]:
        return {"threadIdx.y": self.threads_i, "threadIdx.x": self.threads_j}


def element_per_thread(sch: s_tir.Schedule, tile: PatchTile) -> Iterator:
    """One thread per element of C, from global memory."""
    i, j, k = sch.get_loops("C_sum")
    by, ty = sch.split(i, [None, tile.threads_i])
    bx, tx = sch.split(j, [None, tile.threads_j])
    sch.reorder(by, bx, ty, tx)
    yield "split_block", "a block has 8 rows and 32 columns of C"
    for loop, axis in zip(
        (by, bx, ty, tx), ("blockIdx.y", "blockIdx.x", *tile.threads), strict=True
    ):
        sch.bind(loop, axis)
    sch.set_scope("C_sum", 0, "local")
    sch.reverse_compute_at("C", tx, preserve_unit_loops=True)
    yield (
        "bind",
        f"the accumulator in a float32 register, rounded to {dtype_of(sch, 'C')} once, by the "
        "same thread",
    )
    sch.decompose_reduction("C_sum", k)
    yield INIT


# dtype -> what CUDA has for a pair of it.
_PAIRS = {"float16": "a half2", "float8_e4m3fn": "an fp8x2"}


def pairs_first(i, k):
    """The layout [k / 2][row][k % 2]: pairs along K, with adjacent rows next to each other."""
    return k // 2, i, k % 2


def pair_tiles(sch: s_tir.Schedule, tile: PatchTile, product: str, epilogue: str) -> Iterator:
    """Thread tiles of C; pairs from global to shared memory, and four of them at a time to
    registers.

    `product` is the block of the reduction, and `epilogue` the block that stores its accumulators.
    """
    dtype = dtype_of(sch, "A")
    pairs, size = _PAIRS[dtype], np.dtype(dtype).itemsize
    total = sch.get_sblock(product)
    i, j, k = sch.get_loops(total)
    by, vy, ty, yi = sch.split(i, [None, tile.vthreads, tile.threads_i, tile.items])
    bx, vx, tx, xi = sch.split(j, [None, tile.vthreads, tile.threads_j, tile.items])
    sch.reorder(by, bx, vy, vx, ty, tx, yi, xi)
    yield "split_thread", "8 x 8 elements per thread in groups of four: 16 reads feed 64 FMAs"
    for loop, axis in zip(
        (by, bx, vy, vx, ty, tx),
        ("blockIdx.y", "blockIdx.x", "vthread.y", "vthread.x", *tile.threads),
        strict=True,
    ):
        sch.bind(loop, axis)
    sch.set_scope(total, 0, "local")
    sch.reverse_compute_at(epilogue, tx, preserve_unit_loops=True)
    sch.vectorize(sch.get_loops(epilogue)[-1])
    yield "bind", "accumulators in float32 registers, four columns per store"
    ko, pair, half = sch.split(k, [None, tile.block_k // 2, 2])
    sch.reorder(ko, pair, yi, xi, half)
    yield "split_pairs", f"a slice of K in shared memory; {pairs} has two elements along k"
    for copy in cache_operands(sch, total, "shared", ko):
        bind_fetch(sch, copy, tile.threads, 2)
        sch.transform_layout(copy, ("write", 0), pairs_first)
    yield "cache_shared", f"{pairs} per thread, transposed while stored: rows are contiguous"
    for name in ("A_shared", "B_shared"):
        sch.storage_align(sch.get_sblock(name), 0, axis=0, factor=2 * tile.block()[0], offset=8)
    yield (
        "pad",
        f"eight pairs of a row were stored to one bank; {8 * size} bytes of padding spread them",
    )
    for read in cache_operands(sch, total, "local", pair):
        sch.vectorize(sch.fuse(*sch.get_loops(read)[-2:]))
    yield "cache_registers", f"four {pairs.split()[1]} in one LDS.{64 * size}"
    sch.decompose_reduction(total, ko)
    yield INIT
