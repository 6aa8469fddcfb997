"""HGEMM from CUDA cores to tensor cores: C[i,j] = sum_k A[i,k] B[j,k].

float16 in and out with float32 accumulation, as cuBLAS computes it under CUBLAS_COMPUTE_32F, which
torch uses. The last three rungs multiply bfloat16, at the same rate.

B is stored (N, K), as a torch Linear stores its weight. mma.sync takes its second operand by
columns, two elements that are adjacent along K in a register. ldmatrix can then load rows of A and
of B in the same way, and one swizzle serves both. With B stored (K, N), ldmatrix.trans would do the
same at the same speed.

The rungs on tensor cores have blocks of 128 x 256 x 64 and 128 accumulators per lane: warps of
64 x 64, the largest that leave registers for two sets of fragments, or wgmma warpgroups of
64 x 256. Two rungs differ: `cp_async` has blocks of 128 x 128, two per SM, and `pingpong` has tiles
of 64 x 256, computed alternately. docs/ladders/hgemm-appendix.md has the arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tvm import s_tir

from ..core.ladder import Build, Ladder
from ..core.schedule_moves import bind_fetch
from ..workloads import Gemm
from .tensor_tiles import StagedFragmentTile, fragments_ahead, mma_tiles, swizzled_tiles, wmma_tiles
from .thread_tiles import PatchTile, element_per_thread, pair_tiles
from .wgmma_tiles import (
    GROUP_SHAPES,
    PERSISTENT,
    PERSISTENT_QUICK,
    WarpgroupTile,
    loaded_by_a_producer,
    loaded_by_tma,
    tensorize_group,
    warpgroup_tiles,
)

SIZE = 4096

ladder = Ladder(
    name="gemm/hgemm",
    title="HGEMM with float32 accumulation, from CUDA cores to pipelined tensor cores",
    workload=Gemm(
        SIZE,
        SIZE,
        SIZE,
        b_layout="nk",
        in_dtype="float16",
        acc_dtype="float32",
        out_dtype="float16",
    ),
    place=50,
)


# --- CUDA cores -----------------------------------------------------------------------------------


@ladder.rung(PatchTile(threads_i=8, threads_j=32), any_shape=True)
def naive(sch: s_tir.Schedule, tile: PatchTile) -> Iterator:
    """One thread per element of C, two bytes per load.

    The lanes of a warp read 32 rows of B. Each lane loads a sector of 32 bytes and uses two of
    them; the L1 cache must keep the rest for the next fifteen iterations over k.
    """
    yield from element_per_thread(sch, tile)


@ladder.rung(PatchTile(vthreads=2, items=4, block_k=16))
def half2(sch: s_tir.Schedule, tile: PatchTile) -> Iterator:
    """half2 from global to shared memory, four at a time to registers: the best on CUDA cores.

    A half2 holds two elements that are adjacent along K, and rows are contiguous, so 16 bytes hold
    four rows with two values of k each. FMAs are float32: HFMA2 would be twice as fast, but would
    accumulate in float16.
    """
    yield from pair_tiles(sch, tile, "C_sum", "C")


# --- tensor cores ---------------------------------------------------------------------------------


@ladder.rung(StagedFragmentTile())
def wmma(sch: s_tir.Schedule, tile: StagedFragmentTile) -> Iterator:
    """Tensor cores through wmma 16 x 16 x 16, from padded shared memory.

    nvcc chooses the fragments' layout and does not expose it, so accumulators go through shared
    memory to be rounded to float16.
    """
    sch.set_scope("C_sum", 0, "local")
    yield from wmma_tiles(sch, tile, "C_sum", "C", trans_b=True, staged=True)


@ladder.rung(StagedFragmentTile())
def mma_ldmatrix(sch: s_tir.Schedule, tile: StagedFragmentTile) -> Iterator:
    """ldmatrix and mma.sync.m16n8k16: fragments with a known layout; C needs no shared memory.

    A row of 64 float16 spans all 32 banks, so the eight rows that ldmatrix reads are in the same
    four banks: eight wavefronts instead of one.
    """
    yield from mma_tiles(sch, tile)


@ladder.rung(StagedFragmentTile())
def swizzled(sch: s_tir.Schedule, tile: StagedFragmentTile) -> Iterator:
    """No bank conflict in any access to shared memory, and no padding.

    Piece c of row r, 16 bytes, is stored at c ^ (r % 8). Stores of whole rows have no conflicts, as
    before, and ldmatrix no longer has any.
    """
    yield from swizzled_tiles(sch, tile)


@ladder.rung(StagedFragmentTile(warps_n=2, panel=16), build=Build(async_copy=True))
def cp_async(sch: s_tir.Schedule, tile: StagedFragmentTile) -> Iterator:
    """A cp.async pipeline of three stages, and fragments loaded a step ahead.

    Two slices are in flight while a third is multiplied. The last step of a slice overlaps the
    first ldmatrix of the next, so tensor cores wait only at the slice's barriers. A block of
    128 x 128 takes 96 KB, so two fit an SM: one multiplies while the other waits at a barrier.

    Raises UserError for fewer than three stages: a fragment of the next slice would be loaded
    before that slice is there.
    """
    yield from fragments_ahead(sch, tile)


# --- Hopper's tensor cores ------------------------------------------------------------------------


@ladder.rung(
    WarpgroupTile(stages=3), build=Build(async_copy=True, hopper=True), shapes=GROUP_SHAPES
)
def wgmma(sch: s_tir.Schedule, tile: WarpgroupTile) -> Iterator:
    """wgmma: 128 threads multiply 64 x 256 x 16, both operands straight from shared memory.

    No fragments pass through registers, so ldmatrix needs no issue slots. Slices still arrive by
    cp.async, and the block waits for every slice.
    """
    loops = yield from warpgroup_tiles(sch, tile, "C_sum", "C")
    for copy in loops.copies:
        bind_fetch(sch, copy, tile.threads, tile.vector)
        sch.annotate(copy, "permuted_layout", 1)
    sch.annotate(loops.product, "permuted_layout", 1)
    yield "fetch", "16 bytes per thread, stored with the swizzle that wgmma expects"
    last = tile.stages - 1
    sch.annotate(loops.outer_k, "software_pipeline_async_stages", [0])
    sch.annotate(loops.outer_k, "software_pipeline_stage", [0, 0, last])
    sch.annotate(loops.outer_k, "software_pipeline_order", [0, 1, 2])
    yield "pipeline_async", "two slices are in flight while a third is multiplied"
    tensorize_group(sch, loops, tma=False)
    yield "tensorize", "four wgmma of 64 x 256 x 16 per slice and warpgroup"


@ladder.rung(WarpgroupTile(), build=Build(hopper=True), shapes=GROUP_SHAPES)
def wgmma_tma(sch: s_tir.Schedule, tile: WarpgroupTile) -> Iterator:
    """Slices by the tensor memory accelerator; wgmma stays in flight across slices.

    One thread requests a slice with two instructions; no other thread computes addresses or stores.
    A warpgroup starts the wgmma of the next slice before it waits for those of the previous one.

    Raises UserError for fewer than three stages: with two in this order, the pipeline allocates one
    buffer, and each slice would be loaded over the one that the wgmma in flight read.
    """
    yield from loaded_by_tma(sch, tile)


@ladder.rung(WarpgroupTile(), build=Build(hopper=True), shapes=GROUP_SHAPES)
def producer(sch: s_tir.Schedule, tile: WarpgroupTile) -> Iterator:
    """A dedicated thread loads; the loop has no block-wide barrier.

    The thread runs ahead as long as a stage is free. The two warpgroups wait for data, not for each
    other: while one waits, the other uses the tensor cores.
    """
    yield from loaded_by_a_producer(sch, tile)


@ladder.rung(
    WarpgroupTile(blocks=128),
    build=Build(hopper=True),
    shapes=PERSISTENT,
    quick_shape=PERSISTENT_QUICK,
)
def persistent(sch: s_tir.Schedule, tile: WarpgroupTile) -> Iterator:
    """Persistent blocks that compute tile after tile, so that loads never stop.

    While two warpgroups store a tile, the first slices of the next one arrive. 128 blocks divide
    the tiles of these sizes evenly; 132 blocks would need as many rounds.
    """
    yield from loaded_by_a_producer(sch, tile)


@ladder.rung(
    WarpgroupTile(stages=3, blocks=128),
    build=Build(hopper=True),
    shapes=PERSISTENT,
    quick_shape=PERSISTENT_QUICK,
)
def tma_store(sch: s_tir.Schedule, tile: WarpgroupTile) -> Iterator:
    """The tensor memory accelerator stores C from a separate buffer, during the next tile.

    Warps round their accumulators into shared memory and continue; rows of 128 bytes are stored
    while the next tile is computed. The buffer takes 64 KB, which leaves room for three stages.
    """
    yield from loaded_by_a_producer(sch, tile, stored_too=True)


@ladder.rung(
    WarpgroupTile(stages=3, blocks=128),
    build=Build(hopper=True),
    shapes=PERSISTENT,
    quick_shape=PERSISTENT_QUICK,
)
def multicast(sch: s_tir.Schedule, tile: WarpgroupTile) -> Iterator:
    """Clusters of two blocks that share B: each loads half a slice, and both receive it.

    A block reads 32 KB per slice from the L2 cache instead of 48. A stage is free once the warps of
    both blocks have finished with it, so neither block can run ahead by more than the stages.
    """
    yield from loaded_by_a_producer(sch, tile, stored_too=True, blocks=2)


@ladder.rung(WarpgroupTile(groups=1, blocks=128), build=Build(hopper=True), shapes=PERSISTENT)
def pingpong(sch: s_tir.Schedule, tile: WarpgroupTile) -> Iterator:
    """Two alternating consumers with a tile of C each: one multiplies while the other stores.

    In `tma_store` both warpgroups round and store at the same time, and the tensor cores idle. Here
    one warpgroup's wgmma follow the other's without a gap. Tiles of 64 x 256 need a third more
    bytes per FLOP than 128 x 256; two blocks that share B need the same.
    """
    yield from loaded_by_a_producer(sch, tile, stored_too=True, blocks=2, turns=2)


# --- bfloat16 -------------------------------------------------------------------------------------


BFLOAT16 = replace(ladder.workload, in_dtype="bfloat16", out_dtype="bfloat16")


@ladder.rung(
    StagedFragmentTile(warps_n=2, panel=16),
    workload=BFLOAT16,
    build=Build(async_copy=True),
    against="cp_async",
)
def bfloat16_cp_async(sch: s_tir.Schedule, tile: StagedFragmentTile) -> Iterator:
    """`cp_async` for bfloat16: the same bytes, fragments and rate, three mantissa bits fewer.

    In return it has the exponent range of float32, so results need no scale to stay in range.
    """
    yield from fragments_ahead(sch, tile)


@ladder.rung(
    WarpgroupTile(),
    workload=BFLOAT16,
    build=Build(hopper=True),
    shapes=GROUP_SHAPES,
    against="wgmma_tma",
)
def bfloat16_wgmma_tma(sch: s_tir.Schedule, tile: WarpgroupTile) -> Iterator:
    """`wgmma_tma` for bfloat16: another type in the instruction, and nothing else.

    Multiplying two values gives 16 bits instead of 22. Tensor cores align sixteen such results to
    the largest and truncate them; with 16 bits there is rarely anything to truncate.
    """
    yield from loaded_by_tma(sch, tile)


@ladder.rung(
    WarpgroupTile(stages=3, blocks=128),
    workload=BFLOAT16,
    build=Build(hopper=True),
    shapes=PERSISTENT,
    quick_shape=PERSISTENT_QUICK,
    against="tma_store",
)
def bfloat16_tma_store(sch: s_tir.Schedule, tile: WarpgroupTile) -> Iterator:
    """`tma_store` for bfloat16: the type in the instruction, and in the tile of C.

    Accumulators are rounded in pairs on the way to shared memory, at the same cost.
    """
    yield from loaded_by_a_producer(sch, tile, stored_too=True)


if __name__ == "__main__":
    ladder.main()
