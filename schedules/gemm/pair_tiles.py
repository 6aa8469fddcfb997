"""8- and 16-bit operands on CUDA cores: a result per thread, or thread tiles and pairs along K."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from tvm import s_tir

from ..core.ladder import Tile
from ..core.schedule_moves import bind_fetch, cache_operands, dtype_of
from .thread_tiles import INIT


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
