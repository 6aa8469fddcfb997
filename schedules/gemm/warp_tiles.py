"""Warp tiles on CUDA cores: warps of 4 x 8 lanes, float4 accesses, pipelines on two levels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tvm import s_tir
from tvm.s_tir.schedule import LoopRV

from gpusim.chips import WARP

from ..core.ladder import Tile
from ..core.schedule_moves import bind_fetch, cache_operands, leave_unrolling, order_products
from .thread_tiles import INIT


@dataclass(frozen=True)
class WarpTile(Tile):
    """A block's tile as warps of 4 x 8 lanes, each lane a thread tile per virtual thread.

    A block covers warps_i * vthreads_i * lanes_i * items_i rows of C, and likewise columns. With
    `z_order` lanes n and n ^ 1 share rows of C, and lanes n and n ^ 2 share columns.
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
    z_order: bool = False

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
class StagedWarpTile(WarpTile):
    """A WarpTile whose loop over K is pipelined in `stages` stages."""

    stages: int = 3

    def least(self) -> tuple[int, int, int]:
        block = self.block()
        return (block[0], block[1], self.stages * self.block_k)


@dataclass(frozen=True)
class RolledTile(StagedWarpTile):
    """A StagedWarpTile whose loop over a tile's K is unrolled `rows` rows at a time."""

    rows: int = 8


def z_order(sch: s_tir.Schedule, rows: LoopRV, columns: LoopRV) -> tuple[LoopRV, ...]:
    """Loops over a warp's lanes, in the order in which to fuse them: then lane n ^ 1 is in the same
    row as lane n, and lane n ^ 2 in the same column.

    for rows: for columns  ->  for rows / 2: for columns / 2: for row % 2: for column % 2
    """
    outer_row, row = sch.split(rows, [None, 2])
    outer_column, column = sch.split(columns, [None, 2])
    sch.reorder(outer_row, outer_column, row, column)
    return outer_row, outer_column, row, column


def warp_tiles(
    sch: s_tir.Schedule,
    tile: WarpTile,
    shared: str = "shared",
    total: str = "C",
    a_layout: str = "km",
) -> Iterator:
    """Block, warp and lane tiles with float4 accesses; j lies along x here.

    `total` names the block of the reduction: "C", or "C_sum" where the block "C" adds C_in. A
    row-major A ("mk") becomes k-major while it is copied to shared memory, word by word.
    """
    c = sch.get_sblock(total)
    i, j, k = sch.get_loops(c)
    by, wy, vy, ly, yi = sch.split(
        i, [None, tile.warps_i, tile.vthreads_i, tile.lanes_i, tile.items_i]
    )
    bx, wx, vx, lx, xi = sch.split(
        j, [None, tile.warps_j, tile.vthreads_j, tile.lanes_j, tile.items_j]
    )
    sch.reorder(by, bx, vy, vx, wy, wx, ly, lx, yi, xi)
    yield "split_warp", "4 x 8 lanes read 4 + 8 float4 per step; 2 x 16 lanes would read 2 + 16"
    lanes = z_order(sch, ly, lx) if tile.z_order else (ly, lx)
    sch.bind(by, "blockIdx.y")
    sch.bind(bx, "blockIdx.x")
    sch.bind(vy, "vthread.y")
    sch.bind(vx, "vthread.x")
    tx = sch.fuse(wy, wx, *lanes)
    sch.bind(tx, "threadIdx.x")
    yield "bind", "one thread axis, so that 32 consecutive threads are a warp in any block"
    if total == "C":
        write = sch.cache_write(c, 0, "local")
    else:
        sch.set_scope(c, 0, "local")
        write = sch.get_sblock("C")
    sch.reverse_compute_at(write, tx, preserve_unit_loops=True)
    sch.vectorize(sch.get_loops(write)[-1])
    yield "cache_write", "accumulators in registers; with j along x a warp stores contiguous float4"
    ko, ki = sch.split(k, [None, tile.block_k])
    sch.reorder(ko, ki, yi, xi)
    yield "split_k", "a slice of K fits in shared memory; each k is an outer product"
    a, b = cache_operands(sch, c, shared, ko)
    row_major = a_layout == "mk"
    bind_fetch(sch, a, {"threadIdx.x": tile.threads}, 1 if row_major else 4)
    bind_fetch(sch, b, {"threadIdx.x": tile.threads}, 4)
    if not row_major:
        yield "cache_shared", "each warp loads whole 512-byte rows, a float4 per lane"
    else:
        yield "cache_shared", "float4 of B, words of A: a warp reads whole sectors of both"
        sch.transform_layout(a, ("write", 0), lambda i, k: (k, i))
        sch.storage_align(a, 0, axis=0, factor=WARP, offset=4)
        yield "transpose", "A transposed ([k][i]); 4 words of padding spread stores over 8 banks"
    if isinstance(tile, RolledTile):
        _, ki = sch.split(ki, [None, tile.rows])
        yield (
            "split_rows",
            f"a loop of {tile.rows} rows: fully unrolled, the code exceeds the instruction cache",
        )
    for read in cache_operands(sch, c, "local", ki):
        sch.vectorize(sch.get_loops(read)[-1])
    yield "cache_registers", "operands of a thread are contiguous in groups of four: LDS.128"
    sch.decompose_reduction(c, ko)
    yield INIT


def unrolled_inner(sch: s_tir.Schedule, total: str = "C") -> None:
    """Have nvcc unroll the loop over a tile's K completely.

    A pipelined register array is indexed by ki % 2. In a loop this is a run-time index, which
    places the array in local memory and makes the kernel five times slower.
    """
    leave_unrolling(sch, sch.get_loops(f"{total}_update")[-3])


def prefetch_registers(sch: s_tir.Schedule, total: str = "C") -> None:
    """Pipeline the loop over a tile's K: the next row's registers load during this row's FMAs."""
    ki = sch.get_loops(f"{total}_update")[-3]
    sch.annotate(ki, "software_pipeline_stage", [0, 0, 1])
    sch.annotate(ki, "software_pipeline_order", [0, 1, 2])


def async_tiles(
    sch: s_tir.Schedule, tile: StagedWarpTile, total: str = "C", a_layout: str = "km"
) -> Iterator:
    """`warp_tiles` fed by stages of cp.async; the registers of a row are loaded one row ahead."""
    yield from warp_tiles(sch, tile, "shared.dyn", total, a_layout)
    prefetch_registers(sch, total)
    yield "pipeline_registers", "an LDS takes about 30 cycles: start it one row ahead"
    last = tile.stages - 1
    if isinstance(tile, RolledTile):
        # Copy A, copy B, and the loop over groups of rows, which contains the inner pipeline.
        ko, stage, order = sch.get_loops(f"{total}_update")[-5], [0, 0, last], [0, 1, 2]
    else:
        # Copy A, copy B, load the first row, then all rows except the last, and the last.
        ko = sch.get_loops(f"{total}_update")[-4]
        stage, order = [0, 0, last - 1, last, last], [0, 1, 3, 2, 4]
    sch.annotate(ko, "software_pipeline_async_stages", [0])
    sch.annotate(ko, "software_pipeline_stage", stage)
    sch.annotate(ko, "software_pipeline_order", order)
    yield "pipeline_async", "the next tiles are in flight while one is multiplied"
    unrolled_inner(sch, total)
    yield "unroll", "register arrays need constant indexes: without this, local memory"


def ordered_tiles(
    sch: s_tir.Schedule, tile: StagedWarpTile, total: str = "C", a_layout: str = "km"
) -> Iterator:
    """`async_tiles` with the FMAs of a row in boustrophedon order."""
    yield from async_tiles(sch, tile, total, a_layout)
    order_products(sch, sch.get_loops(f"{total}_update")[-2], tile.items_j)
    yield "order_products", "consecutive FMAs share an operand, which comes from the operand cache"
