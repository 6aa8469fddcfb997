"""A linear layer's epilogue, fused step by step: C = gelu(A B + bias) + residual in float16.

A GEMM of 4096 cubed takes about 190 us on an H100. A kernel that reads and writes its 16.8 million
float16 results takes about 25 us. Separate kernels for bias, GELU and residual are two or three
such kernels. A fused epilogue only reads the residual and computes on accumulators in registers.

The GEMM is that of `gemm/hgemm`, rung for rung; what differs is where the epilogue is computed.
GELU is the tanh form, about twenty instructions, two of them on the special function units.
"""

from __future__ import annotations

from collections.abc import Iterator

from tvm import s_tir

from ..core.ladder import Build, Ladder
from ..workloads.linear_layer import LinearLayer
from .tensor_tiles import StagedFragmentTile, fragments_ahead
from .thread_tiles import PatchTile, pair_tiles
from .wgmma_tiles import (
    GROUP_SHAPES,
    PERSISTENT,
    PERSISTENT_QUICK,
    ROUNDED,
    WarpgroupTile,
    loaded_by_tma,
    rounded_in_registers,
    unroll_epilogue,
)

SIZE = 4096
# Elements per thread and threads per block of the element-wise kernels after the GEMM.
PASS_VECTOR = 4
PASS_THREADS = 256

ladder = Ladder(
    name="gemm/epilogue",
    title="A linear layer in float16: bias, GELU and residual, from three kernels to one",
    workload=LinearLayer(SIZE, SIZE, SIZE),
    place=52,
)


def fuse_epilogue(sch: s_tir.Schedule) -> Iterator:
    """One block after the GEMM: an element of C from its accumulator, bias and residual."""
    sch.compute_inline("biased")
    sch.compute_inline("gelu")
    yield "fuse", "bias, GELU and residual in one expression, without intermediate buffers"


@ladder.rung(PatchTile(vthreads=2, items=4, block_k=16))
def unfused(sch: s_tir.Schedule, tile: PatchTile) -> Iterator:
    """Separate kernels for the GEMM, for bias and GELU, and for the residual.

    This is what a chain of library calls does. Intermediate results are written to memory and read
    back, here in float32, so that the rounding is that of the fused kernels.
    """
    sch.compute_inline("biased")
    yield "inline_bias", "bias and GELU in one loop: nothing else reads the result with bias alone"
    for name in ("gelu", "C"):
        fused = sch.fuse(*sch.get_loops(name))
        block, thread, vector = sch.split(fused, [None, PASS_THREADS, PASS_VECTOR])
        sch.bind(block, "blockIdx.x")
        sch.bind(thread, "threadIdx.x")
        sch.vectorize(vector)
    yield "passes", "four adjacent elements per thread: each float32 access has 16 bytes"
    sch.cache_write("C_sum", 0, "local")
    yield "cache_write", "accumulators in registers; the copy to memory ends the GEMM's kernel"
    yield from pair_tiles(sch, tile, "C_sum", "C_sum_local")


@ladder.rung(PatchTile(vthreads=2, items=4, block_k=16))
def fused(sch: s_tir.Schedule, tile: PatchTile) -> Iterator:
    """One kernel: the thread that has the accumulators computes C from them.

    The reads and writes of float32 between the kernels are gone, 268 MB at 4096. On CUDA cores the
    GEMM takes so long that this is a small part of the time.
    """
    yield from fuse_epilogue(sch)
    yield from pair_tiles(sch, tile, "C_sum", "C")


@ladder.rung(StagedFragmentTile(warps_n=2, panel=16), build=Build(async_copy=True))
def mma(sch: s_tir.Schedule, tile: StagedFragmentTile) -> Iterator:
    """The GEMM on tensor cores, and the epilogue in the lanes that have the fragments.

    A lane's accumulators are pairs of columns: it reads bias and residual as half2. Two blocks fit
    an SM, so one can multiply while the other runs its epilogue.
    """
    yield from fuse_epilogue(sch)
    yield from fragments_ahead(sch, tile)
    yield from unroll_epilogue(sch, "C", 6)


@ladder.rung(WarpgroupTile(), build=Build(hopper=True), shapes=GROUP_SHAPES)
def wgmma_tma(sch: s_tir.Schedule, tile: WarpgroupTile) -> Iterator:
    """The GEMM by wgmma and TMA; the epilogue runs on the way to shared memory.

    Lanes load the residual for their own accumulators, eight rows of 16 bytes per access: one
    access uses half of each sector, and the next finds the other half in L1.
    """
    yield from fuse_epilogue(sch)
    yield from loaded_by_tma(sch, tile)
    yield from unroll_epilogue(sch, "C_sum_local_reindex", 3)


@ladder.rung(
    WarpgroupTile(stages=3, blocks=128),
    build=ROUNDED,
    shapes=PERSISTENT,
    quick_shape=PERSISTENT_QUICK,
)
def tma_store(sch: s_tir.Schedule, tile: WarpgroupTile) -> Iterator:
    """Persistent blocks; the TMA stores C, and the next tile's slices arrive during the epilogue.

    In `wgmma_tma` nothing overlaps a block's epilogue: the next block's first slices are loaded
    only after C is stored. Here a separate thread continues to load.
    """
    yield from fuse_epilogue(sch)
    yield from rounded_in_registers(sch, tile)


if __name__ == "__main__":
    ladder.main()
