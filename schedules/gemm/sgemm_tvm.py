"""SGEMM from a naive kernel to cuBLAS's speed: C[i,j] = sum_k A[k,i] B[k,j], float32.

The kernels up to `double_buffer` reproduce "a hgemm tvm schedule" by LeiWang1999, written for TVM
0.10's te.create_schedule on an RTX 3090, in its order and with its tiles; there they reach the
speed of cuBLAS and CUTLASS (420 ms). As in the document, i lies along x (blockIdx.x, threadIdx.x)
and j along y, so a warp reads A[k, i] coalesced but writes C[i, j] strided: at K = 16384 the one
store per element costs little. The kernels from `warp_tile` on are not in the document; they have j
along x.
"""

from __future__ import annotations

from collections.abc import Iterator

from tvm import s_tir

from ..core.ladder import NO_EFFECT, Build, Figure, Ladder
from ..core.schedule_moves import DOUBLE_BUFFER_MARK
from ..workloads import Gemm
from .thread_tiles import (
    INIT,
    PanelTile,
    PipelinedThreadTile,
    ThreadTile,
    thread_tiles,
    tiles_and_fetch,
    vector_tiles,
)
from .warp_tiles import (
    StagedWarpTile,
    WarpTile,
    async_tiles,
    ordered_tiles,
    prefetch_registers,
    unrolled_inner,
    warp_tiles,
)

SOURCE = "LeiWang1999, a hgemm tvm schedule (2022)"
SIZE = 16384
# Fewer large blocks than this leave a large GPU half idle.
FILLING_BLOCKS = 96
# Two panels of eight blocks; five blocks, which make no panel.
PANEL_SHAPES = [(256, 2048, 16), (384, 640, 32)]


def rtx3090(value: float | None, note: str = "", size: int = SIZE) -> Figure:
    """The document's time for a rung."""
    return Figure(value, "ms", "RTX 3090", SOURCE, (size, size, size), note)


ladder = Ladder(
    name="gemm/sgemm_tvm",
    title="SGEMM on CUDA cores, from naive to cp.async",
    workload=Gemm(SIZE, SIZE, SIZE, a_layout="km", b_layout="kn"),
    reference=(rtx3090(420, "cuBLAS"), rtx3090(420, "CUTLASS simt_sgemm_128x128_8x2_nt_align1")),
    place=10,
)


# --- the document's kernels -----------------------------------------------------------------------


@ladder.rung(
    ThreadTile(1, 1024, threads_i=1, threads_j=1024),
    workload=Gemm(1024, 1024, 1024, a_layout="km", b_layout="kn"),
    any_shape=True,
    figures=[rtx3090(None, "'2.x ms', about 20 times CUTLASS", size=1024)],
)
def naive(sch: s_tir.Schedule, tile: ThreadTile) -> Iterator:
    """One thread per element of C, everything from global memory.

    Every FMA loads two floats: 2*M*N*K loads, with no reuse except in the caches.
    """
    c = sch.get_sblock("C")
    i, j, k = sch.get_loops(c)
    sch.bind(i, "blockIdx.x")
    yield "bind_block", "a block per row of C; rows are independent"
    outer, inner = sch.split(j, [None, tile.threads_j])
    sch.bind(outer, "blockIdx.y")
    sch.bind(inner, "threadIdx.x")
    yield "bind_thread", "a thread per element of the row: a warp reads 32 adjacent elements of B"
    sch.decompose_reduction(c, k)
    yield INIT


def square_blocks(sch: s_tir.Schedule, tile: ThreadTile) -> Iterator:
    """Bind C to blocks of block_i x block_j threads, one element each."""
    i, j, _ = sch.get_loops("C")
    bx, tx = sch.split(i, [None, tile.block_i])
    yield "split_i", "a block computes 32 rows, so that they share each row of B"
    by, ty = sch.split(j, [None, tile.block_j])
    yield "split_j", "a block computes 32 columns: a square tile has the most reuse per element"
    sch.reorder(bx, by, tx, ty)
    sch.bind(bx, "blockIdx.x")
    sch.bind(by, "blockIdx.y")
    yield "bind_block", "blocks are independent"
    sch.bind(tx, "threadIdx.x")
    sch.bind(ty, "threadIdx.y")
    yield "bind_thread", "1024 threads, the maximum of a block"


@ladder.rung(
    ThreadTile(32, 32, threads_i=32, threads_j=32), any_shape=True, figures=[rtx3090(4849.64)]
)
def block_tile(sch: s_tir.Schedule, tile: ThreadTile) -> Iterator:
    """Blocks of 32 x 32 threads, one element each: reuse of operands in the caches."""
    yield from square_blocks(sch, tile)
    sch.decompose_reduction("C", sch.get_loops("C")[-1])
    yield INIT


@ladder.rung(
    ThreadTile(32, 32, threads_i=32, threads_j=32),
    any_shape=True,
    figures=[rtx3090(None, "no change: nvcc probably kept the accumulator in a register")],
)
def cache_write(sch: s_tir.Schedule, tile: ThreadTile) -> Iterator:
    """The accumulator in a register, written to C once."""
    yield from square_blocks(sch, tile)
    write = sch.cache_write("C", 0, "local")
    yield "cache_write", "the accumulator gets its own buffer; its copy to C has no thread yet"
    k = sch.get_loops("C")[-1]
    sch.reverse_compute_at(write, sch.get_loops("C")[-2], preserve_unit_loops=True)
    yield "compute_at", "the thread that has the accumulator writes C"
    sch.decompose_reduction("C", k)
    yield INIT


@ladder.rung(ThreadTile(128, 128, 16), figures=[rtx3090(13717.8)], against="block_tile")
def thread_tile(sch: s_tir.Schedule, tile: ThreadTile) -> Iterator:
    """8 x 8 elements per thread from shared memory, which every thread fills completely.

    The loops of the copy are not bound to threads, so all 256 threads copy the whole tile: 256
    times the traffic, slower than `block_tile`. The next rung divides the work.
    """
    yield from thread_tiles(sch, tile)


@ladder.rung(ThreadTile(128, 128, 16), figures=[rtx3090(854)])
def cooperative_fetch(sch: s_tir.Schedule, tile: ThreadTile) -> Iterator:
    """Each thread loads 1/256 of the tiles, but 16 lanes of a warp store to one bank.

    As in the document, each thread along x copies another row of the tile, and each along y eight
    adjacent columns. Lanes of a warp then store to words 128 apart, all in one bank.
    """
    yield from thread_tiles(sch, tile)
    fetches = [sch.get_sblock(name) for name in ("A_shared", "B_shared")]
    bound = []
    for fetch in fetches:
        rows, columns = sch.get_loops(fetch)[-2:]
        tx, row = sch.split(rows, [tile.threads_i, None])
        ty, column = sch.split(columns, [tile.threads_j, None])
        sch.reorder(tx, ty, row, column)
        bound.append((tx, ty))
    yield "split_fetch", "the tile as 16 x 16 pieces, one per thread"
    for tx, ty in bound:
        sch.bind(tx, "threadIdx.x")
        sch.bind(ty, "threadIdx.y")
    yield "bind_fetch", "the tile is loaded once per block, no longer once per thread"


@ladder.rung(
    ThreadTile(128, 128, 16), figures=[rtx3090(754, "'about 100 ms' less than the previous kernel")]
)
def conflict_free_store(sch: s_tir.Schedule, tile: ThreadTile) -> Iterator:
    """Adjacent lanes load and store adjacent words: coalesced loads, stores without conflicts.

    Global sectors fall to an eighth, and store conflicts disappear; coalescing contributes more.
    The document splits each axis by 16, which leaves two lanes per bank for A, and 16 for B, whose
    axes it binds the other way round. Here the loops of either copy are fused and distributed word
    by word.
    """
    yield from tiles_and_fetch(sch, tile)


@ladder.rung(ThreadTile(128, 128, 16, vthreads_i=8, vthreads_j=2), figures=[rtx3090(565)])
def vthread(sch: s_tir.Schedule, tile: ThreadTile) -> Iterator:
    """Strided virtual threads, so that a warp's shared loads hit different banks.

    Without them lane l reads A from word 8*l by two LDS.128, and lanes l and l + 4 use the same
    banks: 8 wavefronts instead of the minimum of 4. With 8 virtual threads along i, lane l reads
    words l, l + 16, ...: adjacent lanes use adjacent banks.
    """
    yield from tiles_and_fetch(sch, tile)


@ladder.rung(
    ThreadTile(128, 128, 16, vthreads_i=2, vthreads_j=2),
    figures=[rtx3090(692.994)],
    against="vthread",
)
def split_reorder(sch: s_tir.Schedule, tile: ThreadTile) -> Iterator:
    """The document's control experiment: plain loops instead of virtual threads, split 2 x 2.

    With loops outside the threads, the block iterates over K once for each part of the tile and
    loads the operands again: four times with 64 x 64. Virtual threads share the loads. The
    document's split also differs from that of `vthread`.
    """
    yield from tiles_and_fetch(sch, tile, virtual=False)


@ladder.rung(ThreadTile(128, 128, 16, vthreads_i=8, vthreads_j=2), against="vthread")
def split_reorder_8x2(sch: s_tir.Schedule, tile: ThreadTile) -> Iterator:
    """The control experiment with the split of `vthread`, 8 x 2: sixteen iterations over K."""
    yield from tiles_and_fetch(sch, tile, virtual=False)


@ladder.rung(
    ThreadTile(128, 128, 16, vthreads_i=8, vthreads_j=2), figures=[rtx3090(514)], against="vthread"
)
def vectorized_fetch(sch: s_tir.Schedule, tile: ThreadTile) -> Iterator:
    """float4 from global to shared memory: a quarter of the load and store instructions."""
    yield from tiles_and_fetch(sch, tile, vector=4)


@ladder.rung(ThreadTile(128, 128, 16, vthreads_i=2, vthreads_j=2), figures=[rtx3090(423)])
def vectorized_read(sch: s_tir.Schedule, tile: ThreadTile) -> Iterator:
    """float4 from shared memory to registers; the speed of cuBLAS on the document's GPU."""
    yield from vector_tiles(sch, tile)


@ladder.rung(
    PipelinedThreadTile(128, 128, 16, vthreads_i=2, vthreads_j=2),
    figures=[rtx3090(430, "slower than without")],
)
def double_buffer(sch: s_tir.Schedule, tile: ThreadTile) -> Iterator:
    """TE's double_buffer(): two shared tiles, the next one filled while this one is used.

    Shared memory doubles, and one of the two barriers per tile is removed. Load and store of a copy
    are one statement, so threads still wait for a load right after they issue it: little latency is
    hidden.
    """
    yield from vector_tiles(sch, tile)
    for name in ("A_shared", "B_shared"):
        sch.annotate(sch.get_sblock(name), "double_buffer_scope", 0)
    yield (
        "double_buffer_scope",
        "s_tir's own annotation affects only the software pipeline: nothing changes",
        NO_EFFECT,
    )
    for name in ("A_shared", "B_shared"):
        sch.annotate(sch.get_sblock(name), DOUBLE_BUFFER_MARK, 1)
    yield (
        "double_buffer",
        "two halves of a buffer: tile k+1 is stored while tile k is still read",
    )


@ladder.rung(
    PipelinedThreadTile(128, 128, 16, vthreads_i=2, vthreads_j=2), against="vectorized_read"
)
def software_pipeline(sch: s_tir.Schedule, tile: ThreadTile) -> Iterator:
    """Two tiles by s_tir's software pipeline: fetch in stage 0, multiply in stage 1.

    The pass creates the second buffer, prologue and epilogue from two annotations, but keeps both
    barriers in the loop.
    """
    yield from vector_tiles(sch, tile)
    ko = sch.get_loops("C_update")[-4]
    sch.annotate(ko, "software_pipeline_stage", [0, 0, 1])
    sch.annotate(ko, "software_pipeline_order", [0, 1, 2])
    yield "pipeline", "tile k+1 is loaded while tile k is multiplied"


# --- the document's question: grids of (128, 128) and of (1024, 16) -------------------------------


@ladder.rung(
    PanelTile(128, 128, 16, vthreads_i=2, vthreads_j=2, across=False),
    shapes=PANEL_SHAPES,
    against="vectorized_read",
)
def grid_1024x16(sch: s_tir.Schedule, tile: PanelTile) -> Iterator:
    """`vectorized_read`, whose grid is (128, 128), launched as (1024, 16) in the same order.

    Blocks start in order of their index, x first, so this grid computes tiles in the same order.
    The document asks whether the two grids differ. With the same order this grid is 6 % slower at
    16384; compared with it, CUTLASS's order (`block_panels`) gains 7 %.
    """
    yield from vector_tiles(sch, tile)


@ladder.rung(
    PanelTile(128, 128, 16, vthreads_i=2, vthreads_j=2),
    shapes=PANEL_SHAPES,
    against="vectorized_read",
)
def block_panels(sch: s_tir.Schedule, tile: PanelTile) -> Iterator:
    """The grid (1024, 16) in CUTLASS's order: panels eight blocks wide, row by row.

    132 SMs run 264 blocks at a time. Without panels, these are two columns of 128 blocks, which
    need all tiles of A and 2 of B. With panels they are 33 x 8 blocks, which need 33 tiles of A and
    8 of B.
    """
    yield from vector_tiles(sch, tile)


# --- past the document ----------------------------------------------------------------------------


@ladder.rung(WarpTile(), against="vectorized_read")
def warp_tile(sch: s_tir.Schedule, tile: WarpTile) -> Iterator:
    """Warps of 4 x 8 lanes, 8 x 8 elements per lane, on a block of 128 x 128."""
    yield from warp_tiles(sch, tile)


@ladder.rung(WarpTile(z_order=True))
def z_order(sch: s_tir.Schedule, tile: WarpTile) -> Iterator:
    """`warp_tile` with a warp's lanes in Z-order: two wavefronts for each operand.

    Lanes n and n ^ 1 read the same float4 of A, and lanes n and n ^ 2 the same float4 of B. Paired
    lanes share a wavefront. In `warp_tile` no such pair shares B, whose loads take four.
    """
    yield from warp_tiles(sch, tile)


@ladder.rung(StagedWarpTile(block_k=8, stages=2), against="warp_tile")
def register_prefetch(sch: s_tir.Schedule, tile: StagedWarpTile) -> Iterator:
    """Two nested software pipelines: loads from global and from shared memory overlap with FMAs.

    Tiles are loaded to registers early and stored to shared memory late, which hides the latency
    without cp.async. It runs from sm_70 on.
    """
    yield from warp_tiles(sch, tile, shared="shared.dyn")
    prefetch_registers(sch)
    yield "pipeline_registers", "an LDS takes about 30 cycles: start it one row ahead"
    for name in ("A_shared.dyn", "B_shared.dyn"):
        sch.annotate(sch.get_sblock(name), "tirx.manifest_shared_memory_local_stage", 1)
        sch.annotate(sch.get_sblock(name), "double_buffer_scope", 0)
    yield "local_stage", "each copy becomes a load to registers and a store to shared memory"
    ko = sch.get_loops("C_update")[-4]
    sch.annotate(ko, "software_pipeline_stage", [0, 0, 0, 0, 0, 1, 1])
    sch.annotate(ko, "software_pipeline_order", [0, 3, 1, 4, 5, 2, 6])
    yield "pipeline_shared", "issue tile k+1's loads, multiply tile k, then store what has arrived"
    unrolled_inner(sch)
    yield "unroll", "register arrays need constant indexes: without this, local memory"


@ladder.rung(
    StagedWarpTile(vthreads_i=4, block_k=16), build=Build(async_copy=True, storage_rewrite=False)
)
def cp_async(sch: s_tir.Schedule, tile: StagedWarpTile) -> Iterator:
    """Three stages of cp.async on a block of 256 x 128, 16 x 8 elements per lane.

    cp.async copies from global to shared memory without registers, so these are free for a larger
    tile: 128 accumulators per thread, and half the shared loads per FMA of 8 x 8.
    """
    yield from async_tiles(sch, tile)


def tile_by_size(workload: Gemm) -> StagedWarpTile:
    """Blocks of 64 x 64 where blocks of 256 x 128 would leave most SMs without work.

    1024 x 1024 is 32 large blocks or 256 small ones, for the 132 SMs of an H200.
    """
    small = StagedWarpTile(warps_i=1, warps_j=2, lanes_i=8, lanes_j=4)
    large = StagedWarpTile(vthreads_i=4)
    rows, columns, _ = large.block()
    return large if workload.m * workload.n >= FILLING_BLOCKS * rows * columns else small


@ladder.rung(
    tile_by_size,
    build=Build(async_copy=True, storage_rewrite=False),
    shapes=[(256, 256, 48), (512, 128, 64)],
)
def ordered_products(sch: s_tir.Schedule, tile: StagedWarpTile) -> Iterator:
    """`cp_async` with the FMAs in an order that avoids register bank conflicts.

    An FFMA reads three registers in a cycle, and each of the two banks provides one, so the third
    must come from the operand cache. In the default order the kernel loses a cycle every six FFMAs.
    """
    yield from ordered_tiles(sch, tile)


if __name__ == "__main__":
    ladder.main()
