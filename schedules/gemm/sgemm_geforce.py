"""SGEMM by simple code at cuBLAS's speed on a GeForce: C[i,j] += sum_k A[i,k] B[k,j], float32.

After a blog article in Japanese (see SOURCE) that takes one CUDA kernel on an RTX 4090 from 30 to
58.3 TFLOPS, 98.4 % of cuBLAS. The loop nest is the same from the first kernel on: 32 x 4 threads
per block and 8 x 16 accumulators per thread. The elements of a thread are a whole row of threads
apart, so that a warp always accesses 32 adjacent elements of a row; here virtual threads express
these strides. Only the memory that operands come from and the build options change. Every rung
except `l1_only` requires multiples of its tile.

The article compiles for sm_86. For sm_89, the architecture of its GPU, the result was slightly
slower, for sm_80 much slower. The article gives no reason; it observes that the operand cache of
the register file (`.reuse`) is used more often in code for sm_86.

Two differences: where the article introduces shared memory, its text mentions 8 threads along i,
but the listing is right only for 4. It updates C in place; here C_in and C are two arrays, with the
same traffic, so that a kernel can run twice.
"""

from __future__ import annotations

from collections.abc import Iterator

from tvm import s_tir

from ..core.ladder import Build, Figure, Ladder
from ..core.schedule_moves import state_build
from ..workloads import Gemm
from .warp_tiles import (
    PipelinedStridedTile,
    RolledTile,
    SpareTile,
    StagedWarpTile,
    StridedTile,
    async_tiles,
    ordered_tiles,
    shared_tiles,
    square_tiles,
    start_sums,
    strided_tiles,
    vector_tiles,
)

SOURCE = "Yoru, introduction to optimizing matrix multiplication, consumer GPUs (nvcc 12.5)"
SIZE = 4096
# Another 20 KiB, as many as the tiles of 64 x 16 and 16 x 256 floats take.
EXTRA_SHARED = 20 * 1024


def rtx4090(value: float | None, note: str = "") -> Figure:
    """The document's speed for a rung."""
    return Figure(value, "TFLOPS", "RTX 4090", SOURCE, (SIZE, SIZE, SIZE), note)


ladder = Ladder(
    name="gemm/sgemm_geforce",
    title="SGEMM on a consumer GPU: simple code, cuBLAS's speed",
    workload=Gemm(SIZE, SIZE, SIZE, accumulate=True),
    reference=(rtx4090(59.2, "cuBLAS, cutlass_80_simt_sgemm_256x128_8x4_nn_align1"),),
    place=30,
)
# The first two kernels read C before the loop over k, the others after it.
C_FIRST = Gemm(SIZE, SIZE, SIZE, accumulate=True, c_in_at="start")


# --- the document's kernels -----------------------------------------------------------------------


@ladder.rung(StridedTile(), workload=C_FIRST, any_shape=True, figures=[rtx4090(30, "about")])
def l1_only(sch: s_tir.Schedule, tile: StridedTile) -> Iterator:
    """8 x 16 accumulators per thread, the operands directly from global memory through L1.

    Register tiles alone: 24 loads feed 128 FMAs, but all four warps of a block load the same rows
    of B, and all lanes of a warp the same words of A.
    """
    yield from strided_tiles(sch, tile, "C")
    yield from start_sums(sch, "C")


@ladder.rung(StridedTile(block_k=32), workload=C_FIRST, figures=[rtx4090(37)])
def shared_tile(sch: s_tir.Schedule, tile: StridedTile) -> Iterator:
    """Slices of A and B in shared memory, 32 of K at a time: a row of A's slice is a cache line.

    Shared memory and L1 are the same SRAM array, but shared memory needs neither tags nor address
    translation, and a block loads each word once.
    """
    yield from shared_tiles(sch, tile, "C")


@ladder.rung(StridedTile(block_k=32), figures=[rtx4090(39)])
def add_at_end(sch: s_tir.Schedule, tile: StridedTile) -> Iterator:
    """Accumulators start at zero, and C is added at the end.

    The traffic is the same, but at another time. Blocks start together: if they begin with C, all
    threads load 128 values at once, 26 MB for the 396 blocks that fit 132 SMs. Blocks end at
    different times.
    """
    yield from shared_tiles(sch, tile)


@ladder.rung(StridedTile(block_k=16), figures=[rtx4090(44, "8 and 32 are worse")])
def block_k_16(sch: s_tir.Schedule, tile: StridedTile) -> Iterator:
    """Slices of 16 of K: half the shared memory, 20 KiB per block; two barriers per 16."""
    yield from shared_tiles(sch, tile)


@ladder.rung(StridedTile(block_k=8), figures=[rtx4090(None, "worse than 16")], against="block_k_16")
def block_k_8(sch: s_tir.Schedule, tile: StridedTile) -> Iterator:
    """Slices of 8 of K: a quarter of the shared memory of 32; two barriers per 8.

    The article tries 32 (`add_at_end`), 16 (`block_k_16`) and 8, and gives one speed.
    """
    yield from shared_tiles(sch, tile)


@ladder.rung(StridedTile(block_k=16), figures=[rtx4090(52)], against="block_k_16")
def float4_fetch(sch: s_tir.Schedule, tile: StridedTile) -> Iterator:
    """float4 from global to shared memory: 10 loads in flight instead of 40."""
    yield from shared_tiles(sch, tile, vector=4)


@ladder.rung(
    StridedTile(block_k=16, patch_i=4, patch_j=4),
    figures=[rtx4090(55, "53 without the alignment that LDS.128 needs")],
)
def float4_read(sch: s_tir.Schedule, tile: StridedTile) -> Iterator:
    """float4 from shared memory to registers, for which i and j are split once more by four.

    The split of j lets a lane read four adjacent elements of B. The split of i (the document's i3)
    would do the same for a k-major A; with this layout it has no use.
    """
    yield from vector_tiles(sch, tile)


@ladder.rung(
    StridedTile(block_k=16, patch_i=4, patch_j=4),
    build=Build(extra_shared=EXTRA_SHARED),
    figures=[rtx4090(57.3)],
)
def extra_shared(sch: s_tir.Schedule, tile: StridedTile) -> Iterator:
    """`float4_read` with twice the shared memory that it uses: 40 KiB per block.

    The author found this gain when double buffering did not pay. The kernel used 255 registers, so
    two blocks fit an SM with or without the extra memory. The article supposes that the compiler
    uses more registers if few blocks fit.
    """
    yield from vector_tiles(sch, tile)


@ladder.rung(SpareTile(block_k=16, patch_j=4, extra_shared=EXTRA_SHARED), figures=[rtx4090(57.5)])
def no_i3_split(sch: s_tir.Schedule, tile: SpareTile) -> Iterator:
    """`extra_shared` without the split of i, which had no use.

    Here the extra memory is a parameter of the tile, so a search can choose it.
    """
    yield from vector_tiles(sch, tile)
    state_build(sch, tile.extra_shared, tile.max_registers)
    yield "spare_shared", "a longer array than needed: the document's unexplained gain"


@ladder.rung(
    StridedTile(block_k=16, patch_j=4),
    build=Build(extra_shared=EXTRA_SHARED, max_registers=255),
    figures=[rtx4090(58.3, "--maxrregcount=255; slower without the extra shared memory")],
)
def max_registers(sch: s_tir.Schedule, tile: StridedTile) -> Iterator:
    """`no_i3_split`, compiled for 255 registers per thread.

    A block of 128 threads has this limit anyway, but stating it tells ptxas not to save registers
    in order to fit more blocks.
    """
    yield from vector_tiles(sch, tile)


# --- variants that the article rejected, each against float4_read ---------------------------------


@ladder.rung(
    StridedTile(block_k=16, patch_i=4, patch_j=4), figures=[rtx4090(47)], against="float4_read"
)
def transposed_store(sch: s_tir.Schedule, tile: StridedTile) -> Iterator:
    """A transposed on its way into shared memory, so that it is read by float4 along i.

    Four stores of a word replace one of a float4. The document gained nothing: unrolled over k,
    `float4_read` already reads A by LDS.128 along k. It no longer holds four steps of A in
    registers.
    """
    yield from vector_tiles(sch, tile, transpose=True)


@ladder.rung(
    PipelinedStridedTile(block_k=16, patch_i=4, patch_j=4),
    figures=[rtx4090(39, "unrolled twice; no gain without that either")],
    against="float4_read",
)
def double_buffer(sch: s_tir.Schedule, tile: PipelinedStridedTile) -> Iterator:
    """Two shared tiles: the next one is loaded while this one is multiplied.

    Loads go to registers before 2048 FMAs and to shared memory after them, which hides their
    latency. Both barriers per tile stay. It costs 40 registers per thread besides 128 accumulators.
    """
    yield from vector_tiles(sch, tile)
    for name in ("A_shared", "B_shared"):
        sch.annotate(sch.get_sblock(name), "tirx.manifest_shared_memory_local_stage", 1)
        sch.annotate(sch.get_sblock(name), "double_buffer_scope", 0)
    yield "local_stage", "each copy becomes a load to registers and a store to shared memory"
    ko = sch.get_loops("C_sum_update")[6]
    sch.annotate(ko, "software_pipeline_stage", [0, 0, 0, 0, 1])
    sch.annotate(ko, "software_pipeline_order", [0, 3, 1, 4, 2])
    yield "pipeline", "issue tile k+1's loads, multiply tile k, then store what has arrived"


@ladder.rung(
    StridedTile(block_k=16, patch_j=4, warp_rows=4),
    figures=[rtx4090(None, "hardly any effect")],
    against="float4_read",
)
def square_warp(sch: s_tir.Schedule, tile: StridedTile) -> Iterator:
    """Warps of 4 x 8 lanes: a warp reads 128 distinct bytes of B instead of 512.

    The number of wavefronts stays the same, because an LDS.128 is served eight lanes at a time,
    whatever the other lanes read. With the article's split of i, a warp's four rows of A would be
    64 words apart, all in one bank. Here i is not split, and rows of A are padded, so neither
    operand has conflicts.
    """
    yield from square_tiles(sch, tile)


# --- not in the article ---------------------------------------------------------------------------


@ladder.rung(
    StridedTile(block_k=16, patch_j=4, warp_rows=4, z_order=True),
    against="square_warp",
    name="z_order",
)
def z_order_lanes(sch: s_tir.Schedule, tile: StridedTile) -> Iterator:
    """`square_warp` with a warp's lanes in Z-order: two wavefronts for a float4 of B, not four.

    Lanes n and n ^ 1 read the same float4 of A, and lanes n and n ^ 2 the same float4 of B. Paired
    lanes share a wavefront.
    """
    yield from square_tiles(sch, tile)


@ladder.rung(
    StagedWarpTile(warps_i=2, warps_j=4, vthreads_i=4, block_k=16),
    build=Build(async_copy=True, storage_rewrite=False),
    against="max_registers",
)
def cp_async(sch: s_tir.Schedule, tile: StagedWarpTile) -> Iterator:
    """Warp tiles fed by three stages of cp.async; A is transposed while it is copied word by word.

    cp.async copies 4, 8 or 16 bytes. It scatters words of A into a k-major tile without registers,
    and from there a lane reads four rows by one LDS.128.
    """
    yield from async_tiles(sch, tile, "C_sum", "mk")


@ladder.rung(
    StagedWarpTile(warps_i=2, warps_j=4, vthreads_i=4, block_k=8, stages=4),
    build=Build(async_copy=True, storage_rewrite=False),
)
def cutlass_profile(sch: s_tir.Schedule, tile: StagedWarpTile) -> Iterator:
    """`cp_async` in the profile of cuBLAS's kernel on the document's GPU, 256x128_8x4.

    CUTLASS's names are column-major: 256 columns by 128 rows of this C, in 256 threads. That is
    the tile of `cp_async`, but with four stages of 8 of K instead of three of 16.
    """
    yield from async_tiles(sch, tile, "C_sum", "mk")


@ladder.rung(
    RolledTile(warps_i=2, warps_j=4, vthreads_i=4, block_k=32, rows=16),
    build=Build(async_copy=True, storage_rewrite=False),
    against="cp_async",
)
def rolled_rows(sch: s_tir.Schedule, tile: RolledTile) -> Iterator:
    """`cp_async` with the FMAs in boustrophedon order, in a loop of sixteen rows of K.

    The limits are those of gemm/sgemm_tvm: register read ports and the instruction cache.
    """
    yield from ordered_tiles(sch, tile, "C_sum", "mk")


if __name__ == "__main__":
    ladder.main()
