"""float8 GEMM with scales: e4m3 in, float32 accumulation, bfloat16 out.

As torch._scaled_mm: C[i,j] = scale_a[i] scale_b[j] sum_k A[i,k] B[j,k], with a scale for each row
of A and of B, or one for each matrix. B is stored (N, K), because wgmma requires 8-bit operands
with K contiguous.

e4m3 has a significand of four bits, so multiplying two values gives eight. Hopper's tensor cores
add 32 of these results and the accumulator with about 14 bits; for float16 they keep 25.
`schedules.workloads.scaled` has the tolerance.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tvm import s_tir

from ..core.ladder import Build, Ladder
from ..workloads.scaled import ScaledGemm
from .thread_tiles import PatchTile, element_per_thread, pair_tiles
from .wgmma_tiles import ROUNDED, WarpgroupTile, loaded_by_tma, rounded_in_registers

SIZE = 4096

ladder = Ladder(
    name="gemm/fp8gemm",
    title="float8 GEMM with scales, from CUDA cores to Hopper's tensor cores",
    workload=ScaledGemm(SIZE, SIZE, SIZE),
    place=56,
)

# More slices than stages, but one block, because a CPU executes the lanes one by one.
SHAPES = ((128, 256, 640),)


@ladder.rung(PatchTile(threads_i=8, threads_j=32), any_shape=True)
def naive(sch: s_tir.Schedule, tile: PatchTile) -> Iterator:
    """One thread per element of C, one byte per load, and a conversion for each."""
    yield from element_per_thread(sch, tile)


@ladder.rung(PatchTile(vthreads=2, items=4, block_k=16))
def pairs(sch: s_tir.Schedule, tile: PatchTile) -> Iterator:
    """`hgemm:half2` with pairs of float8: half the bytes in every copy, and the same FFMA.

    Hopper computes on float8 only in tensor cores. Here values are converted in pairs, to half2 and
    then to float32.
    """
    yield from pair_tiles(sch, tile, "C_sum", "C")


@ladder.rung(WarpgroupTile(slice_k=128), build=Build(hopper=True), shapes=SHAPES)
def wgmma_tma(sch: s_tir.Schedule, tile: WarpgroupTile) -> Iterator:
    """wgmma of 64 x 256 x 32 by TMA: `hgemm:wgmma_tma` with twice as much K in the same bytes.

    A lane multiplies its accumulators by both scales before it rounds them. The accumulation over
    all of K has the 14 bits of the tensor cores; torch calls this fast accumulation.
    """
    yield from loaded_by_tma(sch, tile)


@ladder.rung(
    WarpgroupTile(slice_k=128),
    workload=replace(ladder.workload, per_row=False),
    build=Build(hopper=True),
    shapes=SHAPES,
    against="wgmma_tma",
)
def tensor_scale(sch: s_tir.Schedule, tile: WarpgroupTile) -> Iterator:
    """`wgmma_tma` with one scale per operand: two loads per lane instead of two per pair."""
    yield from loaded_by_tma(sch, tile)


# Several tiles per block, but one shape, because a CPU executes the lanes one by one.
PERSISTENT = ((128, 4608, 512),)
# Three tiles per block.
PERSISTENT_QUICK = (128, 1536, 512)


@ladder.rung(
    WarpgroupTile(slice_k=128, stages=3, blocks=128),
    build=ROUNDED,
    shapes=PERSISTENT,
    quick_shape=PERSISTENT_QUICK,
    against="wgmma_tma",
)
def tma_store(sch: s_tir.Schedule, tile: WarpgroupTile) -> Iterator:
    """`hgemm:tma_store` for float8: persistent blocks, and the TMA stores C during the next tile.

    A float8 GEMM takes half the time of a float16 one, so scaling and storing a tile, while the
    tensor cores idle, takes twice as large a part of it.
    """
    yield from rounded_in_registers(sch, tile)


@ladder.rung(
    WarpgroupTile(slice_k=128, stages=3, blocks=128),
    workload=replace(ladder.workload, per_row=False),
    build=ROUNDED,
    shapes=PERSISTENT,
    quick_shape=PERSISTENT_QUICK,
    against="tensor_scale",
)
def tensor_scale_tma_store(sch: s_tir.Schedule, tile: WarpgroupTile) -> Iterator:
    """`tma_store` with one scale per operand."""
    yield from rounded_in_registers(sch, tile)


if __name__ == "__main__":
    ladder.main()
