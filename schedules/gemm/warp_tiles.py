"""Warp tiles on CUDA cores: warps of 4 x 8 lanes, float4 accesses, pipelines on two levels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tvm import s_tir
from tvm.s_tir.schedule import LoopRV, SBlockRV

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


# --- strided tiles --------------------------------------------------------------------------------

# Thread tiles with elements a whole row of threads apart; operands from L1 or shared memory.


@dataclass(frozen=True)
class StridedTile(Tile):
    """A block's tile of C, distributed over threads_i x threads_j threads in strides.

    A thread has items_i x items_j accumulators, in groups of patch_i x patch_j adjacent elements;
    its groups are a whole row (or column) of threads apart. A warp spans warp_rows rows of threads.
    """

    block_k: int = 1
    threads_i: int = 4
    threads_j: int = 32
    items_i: int = 16
    items_j: int = 8
    patch_i: int = 1
    patch_j: int = 1
    warp_rows: int = 1
    z_order: bool = False

    def block(self) -> tuple[int, int, int]:
        return (self.threads_i * self.items_i, self.threads_j * self.items_j, self.block_k)

    @property
    def threads(self) -> dict[str, int]:
        return {"threadIdx.y": self.threads_i, "threadIdx.x": self.threads_j}


@dataclass(frozen=True)
class PipelinedStridedTile(StridedTile):
    """A StridedTile whose loop over K is pipelined: it needs two tiles of K."""

    stages = 2


@dataclass(frozen=True)
class SpareTile(StridedTile):
    """A StridedTile with unused bytes of shared memory, and a limit of registers (0: none)."""

    extra_shared: int = 0
    max_registers: int = 0


# `total` names the block of the reduction: "C" where the accumulators start with C_in, "C_sum"
# where the block "C" adds C_in to them.


def strided_tiles(sch: s_tir.Schedule, tile: StridedTile, total: str = "C_sum") -> Iterator:
    """Blocks, threads and strided groups of elements, with the accumulators in registers."""
    i, j, k = sch.get_loops(total)
    rows, columns, _ = tile.block()
    by, yi = sch.split(i, [None, rows])
    bx, xi = sch.split(j, [None, columns])
    sch.reorder(by, bx, yi, xi)
    yield "split_block", "a block computes 64 x 256 of C: 64 + 256 elements per k feed 16384 FMAs"
    vy, ty, yi = sch.split(yi, [None, tile.threads_i, tile.patch_i])
    vx, tx, xi = sch.split(xi, [None, tile.threads_j, tile.patch_j])
    sch.reorder(vx, vy, ty, tx, k, yi, xi)
    yield "split_thread", "16 x 8 accumulators per thread: 16 + 8 elements feed 128 FMAs"
    if tile.warp_rows > 1:
        wx, lx = sch.split(tx, [None, WARP // tile.warp_rows])
        sch.reorder(wx, ty, lx)
        ty, tx = wx, sch.fuse(*(z_order(sch, ty, lx) if tile.z_order else (ty, lx)))
        yield "square_warp", "4 x 8 lanes read 128 distinct bytes of B; 1 x 32 lanes read 512"
    if total == "C":
        write = sch.cache_write("C", 0, "local")
    else:
        sch.set_scope(total, 0, "local")
        write = sch.get_sblock("C")
    sch.reverse_compute_at(write, tx, preserve_unit_loops=True)
    yield "write_back", "accumulators in registers; each thread writes its own to C once"
    sch.bind(by, "blockIdx.y")
    sch.bind(bx, "blockIdx.x")
    yield "bind_block", "blocks are independent"
    sch.bind(ty, "threadIdx.y")
    sch.bind(tx, "threadIdx.x")
    yield "bind_thread", "j along x: a warp's lanes are adjacent in B and C"
    sch.bind(vx, "vthread.x")
    sch.bind(vy, "vthread.y")
    yield "vthread", "all 128 accumulators in one loop over k, so that A and B are read once"


def start_sums(sch: s_tir.Schedule, total: str = "C_sum") -> Iterator:
    """Initialize the accumulators before the loop over k."""
    sch.decompose_reduction(total, sch.get_loops(total)[6])
    first = "load C into" if total == "C" else "zero"
    yield "init", f"{first} the accumulators before the loop over k, not by a test inside it"


def transposed_fetch(sch: s_tir.Schedule, fetch: SBlockRV, tile: StridedTile) -> None:
    """Read float4 of A along k, but store them k-major, word by word."""
    sch.transform_layout(fetch, ("write", 0), lambda i, k: (k, i))
    load = sch.cache_read(fetch, 0, "local")
    rows, columns = sch.get_loops(fetch)[-2:]
    # One lane per row of A: the stores use 32 banks. A warp's load uses 16 bytes of each 32-byte
    # sector, and another warp's load the rest.
    row_groups, tx = sch.split(rows, [None, tile.threads_j])
    ty, words = sch.split(columns, [tile.threads_i, None])
    sch.reorder(row_groups, ty, tx, words)
    sch.bind(ty, "threadIdx.y")
    sch.bind(tx, "threadIdx.x")
    sch.compute_at(load, tx, preserve_unit_loops=True)
    sch.vectorize(sch.get_loops(load)[-1])
    leave_unrolling(sch, words)


def shared_tiles(
    sch: s_tir.Schedule,
    tile: StridedTile,
    total: str = "C_sum",
    vector: int = 1,
    transpose: bool = False,
) -> Iterator:
    """`strided_tiles` with the operands in shared memory, `tile.block_k` of K at a time."""
    yield from strided_tiles(sch, tile, total)
    ko, _ = sch.split(sch.get_loops(total)[6], [None, tile.block_k])
    yield "split_k", f"shared memory holds {tile.block_k} of K at a time"
    a, b = cache_operands(sch, sch.get_sblock(total), "shared", ko)
    yield "cache_shared", "the block's slices of A and B are read from L1 once, not once per warp"
    bind_fetch(sch, b, tile.threads, vector)
    if transpose:
        transposed_fetch(sch, a, tile)
        yield "transposed_fetch", "A transposed in shared memory ([k][i]): four rows are one float4"
    else:
        bind_fetch(sch, a, tile.threads, vector)
        width = f"{vector} floats per thread" if vector > 1 else "one float per thread"
        yield "bind_fetch", f"{width}, adjacent threads load adjacent words, each word once"
    yield from start_sums(sch, total)


def vector_tiles(sch: s_tir.Schedule, tile: StridedTile, transpose: bool = False) -> Iterator:
    """`shared_tiles` with float4 on the way to shared memory, from it, and to C."""
    yield from shared_tiles(sch, tile, vector=4, transpose=transpose)
    ki = sch.get_loops("C_sum_update")[7]
    b = sch.cache_read("C_sum_update", 2, "local")
    sch.compute_at(b, ki, preserve_unit_loops=True)
    sch.vectorize(sch.get_loops(b)[-1])
    if transpose:
        a = sch.cache_read("C_sum_update", 1, "local")
        sch.compute_at(a, ki, preserve_unit_loops=True)
        sch.vectorize(sch.get_loops(a)[-1])
    yield "vectorize_read", "four contiguous elements along j: LDS.128 loads B from shared memory"
    leave_unrolling(sch, ki)
    yield "unroll", "rows of A lie along k: with k unrolled, nvcc reads four k by one LDS.128"
    sch.vectorize(sch.get_loops("C")[-1])
    yield "vectorize_write", "each lane reads and writes C as float4"


def square_tiles(sch: s_tir.Schedule, tile: StridedTile) -> Iterator:
    """`vector_tiles` with rows of A padded, so that a warp of several rows reads them without
    conflicts."""
    yield from vector_tiles(sch, tile)
    sch.storage_align(sch.get_sblock("A_shared"), 0, axis=0, factor=32, offset=20)
    yield "pad", "rows of 20 words: the four rows that a warp reads are in different banks"
