"""Warp tiles on CUDA cores: warps of 4 x 8 lanes, float4 on every way, pipelines on two levels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tvm import s_tir

from ..ladder import Tile
from ..moves import bind_fetch, cache_operands, leave_unrolling
from .thread_tiles import INIT


@dataclass(frozen=True)
class WarpTile(Tile):
    """A block's tile as warps of 4 x 8 lanes, each lane a patch per virtual thread.

    A block covers warps_i * vthreads_i * lanes_i * items_i rows of C, and the like of columns.
    """

    warps_i: int = 4
    warps_j: int = 2
    vthreads_i: int = 2
    vthreads_j: int = 2
    lanes_i: int = 4
    lanes_j: int = 8
    items_i: int = 4
    items_j: int = 4
    block_k: int = 16

    def block(self) -> tuple[int, int, int]:
        return (
            self.warps_i * self.vthreads_i * self.lanes_i * self.items_i,
            self.warps_j * self.vthreads_j * self.lanes_j * self.items_j,
            self.block_k,
        )

    @property
    def threads(self) -> int:
        return self.warps_i * self.warps_j * self.lanes_i * self.lanes_j


@dataclass(frozen=True)
class StagedTile(WarpTile):
    """A WarpTile whose loop over K is pipelined in `stages` stages."""

    stages: int = 3

    def least(self) -> tuple[int, int, int]:
        block = self.block()
        return (block[0], block[1], self.stages * self.block_k)


def warp_tiles(sch: s_tir.Schedule, tile: WarpTile, shared: str = "shared") -> Iterator:
    """Block, warp and lane tiles with float4 on every way; j lies along x from here on."""
    c = sch.get_sblock("C")
    i, j, k = sch.get_loops(c)
    by, wy, vy, ly, yi = sch.split(
        i, [None, tile.warps_i, tile.vthreads_i, tile.lanes_i, tile.items_i]
    )
    bx, wx, vx, lx, xi = sch.split(
        j, [None, tile.warps_j, tile.vthreads_j, tile.lanes_j, tile.items_j]
    )
    sch.reorder(by, bx, vy, vx, wy, wx, ly, lx, yi, xi)
    yield "split_warp", "4 x 8 lanes read 4 + 8 float4 a step, where 2 x 16 lanes read 2 + 16"
    sch.bind(by, "blockIdx.y")
    sch.bind(bx, "blockIdx.x")
    sch.bind(vy, "vthread.y")
    sch.bind(vx, "vthread.x")
    tx = sch.fuse(wy, wx, ly, lx)
    sch.bind(tx, "threadIdx.x")
    yield "bind", "one thread axis, so that 32 neighbours are a warp whatever the block's shape"
    write = sch.cache_write(c, 0, "local")
    sch.reverse_compute_at(write, tx, preserve_unit_loops=True)
    sch.vectorize(sch.get_loops(write)[-1])
    yield "cache_write", "sums in registers; with j along x a warp stores float4 side by side"
    ko, ki = sch.split(k, [None, tile.block_k])
    sch.reorder(ko, ki, yi, xi)
    yield "split_k", "shared memory holds a slice of K, and products are outer products"
    for fetch in cache_operands(sch, c, shared, ko):
        bind_fetch(sch, fetch, {"threadIdx.x": tile.threads}, 4)
    yield "cache_shared", "each warp fetches whole 512-byte rows, a float4 per lane"
    for read in cache_operands(sch, c, "local", ki):
        sch.vectorize(sch.get_loops(read)[-1])
    yield "cache_registers", "LDS.128: patches of four are wide enough"
    sch.decompose_reduction(c, ko)
    yield INIT


def unrolled_inner(sch: s_tir.Schedule) -> None:
    """Have nvcc unroll the loop over a tile's K wholly.

    A pipelined register array is indexed by ki % 2. Left as a loop that is a run-time index, which
    puts the array in local memory and costs a factor of five.
    """
    leave_unrolling(sch, sch.get_loops("C_update")[-3])


def prefetch_registers(sch: s_tir.Schedule) -> None:
    """Pipeline the loop over a tile's K: the next row's registers load during this row's FMAs."""
    ki = sch.get_loops("C_update")[-3]
    sch.annotate(ki, "software_pipeline_stage", [0, 0, 1])
    sch.annotate(ki, "software_pipeline_order", [0, 1, 2])
