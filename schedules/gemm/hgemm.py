"""HGEMM from CUDA cores to tensor cores: C[i,j] = sum_k A[i,k] B[j,k], float16 with float32 sums.

float16 in and out with a float32 accumulator is what cuBLAS makes of an HGEMM under
CUBLAS_COMPUTE_32F, as torch calls it. The last two rungs multiply bfloat16, at the same rate.

B is stored (N, K), as a torch Linear stores its weight: mma.sync takes its second operand by
columns, two neighbours along K in a register, so that ldmatrix loads rows of A and of B alike, as
they lie, and one swizzle serves both. With B stored (K, N) ldmatrix.trans would do the same at the
same speed.

All rungs on tensor cores have blocks of 128 x 256 x 64 and 128 sums a lane: warps of 64 x 64, which
is as many as leave room for two sets of fragments, and with wgmma warpgroups of 64 x 256. Only
`cp_async` has two blocks of 128 x 128 in place of one; docs/ladders/hgemm.md has the arithmetic.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace

from tvm import s_tir

from ..errors import UserError
from ..ladder import Build, Ladder, Tile
from ..moves import (
    bind_fetch,
    cache_operands,
    cut_fragments,
    dtype_of,
    leave_unrolling,
    mma_layout,
    tensorize_init,
)
from ..workloads import Gemm
from .tensor_tiles import FragmentTile, mma_intrinsics, tensor_tiles, wmma_tiles
from .thread_tiles import INIT
from .wgmma_tiles import WarpgroupTile, tensorize_group, warpgroup_tiles

SIZE = 4096

ladder = Ladder(
    name="gemm/hgemm",
    title="HGEMM with float32 sums, from CUDA cores to pipelined tensor cores",
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


@dataclass(frozen=True)
class PatchTile(Tile):
    """threads_i x threads_j threads, each with vthreads x vthreads patches of items x items."""

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


@dataclass(frozen=True)
class StagedFragmentTile(FragmentTile):
    """A FragmentTile whose loop over K takes `stages` slices at the least."""

    stages: int = 3

    def least(self) -> tuple[int, int, int]:
        m, n, k = self.block()
        return (m, n, self.stages * k)


# --- CUDA cores -----------------------------------------------------------------------------------


@ladder.rung(PatchTile(threads_i=8, threads_j=32), any_shape=True)
def naive(sch: s_tir.Schedule, tile: PatchTile) -> Iterator:
    """One thread per element of C, two bytes a load.

    The lanes of a warp read 32 rows of B, a sector of 32 bytes each for two bytes of it: the L1
    cache has to hold the rest for the fifteen steps of k to come.
    """
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
        "the sum in a float32 register, rounded to float16 once, by the thread that made it",
    )
    sch.decompose_reduction("C_sum", k)
    yield INIT


def pairs_first(i, k):
    """Pairs along K of neighbouring rows side by side: row i of pair k / 2."""
    return k // 2, i, k % 2


@ladder.rung(PatchTile(vthreads=2, items=4, block_k=16))
def half2(sch: s_tir.Schedule, tile: PatchTile) -> Iterator:
    """half2 from global to shared memory, four of them at a time to registers: CUDA cores at best.

    Pairs along K stay together, rows side by side, so that 16 bytes are four rows of two products
    each. The products are float32 FMAs: HFMA2 would double the rate and sum in float16.
    """
    total = sch.get_sblock("C_sum")
    i, j, k = sch.get_loops(total)
    by, vy, ty, yi = sch.split(i, [None, tile.vthreads, tile.threads_i, tile.items])
    bx, vx, tx, xi = sch.split(j, [None, tile.vthreads, tile.threads_j, tile.items])
    sch.reorder(by, bx, vy, vx, ty, tx, yi, xi)
    yield "split_thread", "8 x 8 elements a thread in patches of four: 16 reads feed 64 products"
    for loop, axis in zip(
        (by, bx, vy, vx, ty, tx),
        ("blockIdx.y", "blockIdx.x", "vthread.y", "vthread.x", *tile.threads),
        strict=True,
    ):
        sch.bind(loop, axis)
    sch.set_scope(total, 0, "local")
    sch.reverse_compute_at("C", tx, preserve_unit_loops=True)
    sch.vectorize(sch.get_loops("C")[-1])
    yield "bind", "sums in float32 registers, four columns a store"
    ko, pair, half = sch.split(k, [None, tile.block_k // 2, 2])
    sch.reorder(ko, pair, yi, xi, half)
    yield "split_pairs", "a slice of K in shared memory, and pairs of k as a half2 has them"
    for copy in cache_operands(sch, total, "shared", ko):
        bind_fetch(sch, copy, tile.threads, 2)
        sch.transform_layout(copy, ("write", 0), pairs_first)
    yield "cache_shared", "a half2 a thread, turned while stored so that rows are neighbours"
    for name in ("A_shared", "B_shared"):
        sch.storage_align(sch.get_sblock(name), 0, axis=0, factor=2 * tile.block()[0], offset=8)
    yield "pad", "eight pairs of one row went to one bank; 16 bytes more per pair take them apart"
    for read in cache_operands(sch, total, "local", pair):
        sch.vectorize(sch.fuse(*sch.get_loops(read)[-2:]))
    yield "cache_registers", "four half2 in one LDS.128"
    sch.decompose_reduction(total, ko)
    yield INIT


# --- tensor cores ---------------------------------------------------------------------------------


@ladder.rung(StagedFragmentTile())
def wmma(sch: s_tir.Schedule, tile: StagedFragmentTile) -> Iterator:
    """Tensor cores through wmma 16 x 16 x 16, from padded shared memory.

    nvcc chooses the fragments' layout and hides it, so that the sums reach their float16 epilogue
    through shared memory.
    """
    sch.set_scope("C_sum", 0, "local")
    yield from wmma_tiles(sch, tile, "C_sum", "C", trans_b=True, staged=True)


def mma_tiles(sch: s_tir.Schedule, tile: StagedFragmentTile) -> Generator:
    """`tensor_tiles` with ldmatrix and mma.sync.m16n8k16, and sums stored by the lanes that have
    them. Returns the loops over slices of K and over steps of a slice."""
    dtype = dtype_of(sch, "A")
    sch.set_scope("C_sum", 0, "local")
    loops = yield from tensor_tiles(sch, tile, "C_sum", "C")
    reads = cache_operands(sch, loops.product, "local", loops.inner_k)
    fragments = [cut_fragments(sch, read, mma_layout) for read in reads]
    sch.transform_layout("C_sum", ("write", 0), mma_layout)
    yield "fragments", "the operands by lane and register, where mma.sync wants them"
    i, j = sch.get_loops("C")[-2:]
    fi, upper, row = sch.split(i, [None, 2, 8])
    fj, left, quad, pair = sch.split(j, [None, 2, 4, 2])
    sch.reorder(fi, fj, upper, left, row, quad, pair)
    lanes = sch.fuse(row, quad)
    sch.bind(lanes, "threadIdx.x")
    # Vectorized straight from the fragments, the store would have StorageRewrite retype them.
    mine = sch.cache_read("C", 0, "local")
    sch.compute_at(mine, lanes, preserve_unit_loops=True)
    sch.vectorize(pair)
    yield "write_back", "each lane rounds and stores its own sums, a half2 at a time"
    group = mma_intrinsics(dtype)
    for block in (*fragments, loops.product):
        sch.set_scope(block, 0, "warp")
    tensorize_init(sch, loops.product, loops.outer_k, group["init"])
    sch.tensorize(fragments[0], group["load_a"])
    sch.tensorize(fragments[1], group["load_b"])
    sch.tensorize(loops.product, group["compute"])
    yield "tensorize", "ldmatrix hands four 8 x 8 matrices to 32 lanes; two mma.sync multiply them"
    return loops.outer_k, loops.inner_k


@ladder.rung(StagedFragmentTile())
def mma_ldmatrix(sch: s_tir.Schedule, tile: StagedFragmentTile) -> Iterator:
    """ldmatrix and mma.sync.m16n8k16: fragments with a known layout, and no detour for the sums.

    Rows of 64 float16 are as long as the 32 banks are wide: ldmatrix reads eight of them below each
    other, all from the same four banks, and takes eight cycles for one.
    """
    yield from mma_tiles(sch, tile)


def swizzled_tiles(sch: s_tir.Schedule, tile: StagedFragmentTile) -> Generator:
    """`mma_tiles` with XOR-swizzled rows in shared memory."""
    loops = yield from mma_tiles(sch, tile)
    for operand in ("A_shared.dyn", "B_shared.dyn"):
        for block in (operand, f"{operand}_local_o"):
            sch.annotate(sch.get_sblock(block), "permuted_layout", 1)
    yield "swizzle", "piece c of row r lies at c ^ (r % 8): eight rows of one piece, eight places"
    return loops


@ladder.rung(StagedFragmentTile())
def swizzled(sch: s_tir.Schedule, tile: StagedFragmentTile) -> Iterator:
    """No bank conflict in any access to shared memory, and no padding.

    A row's eight pieces of 16 bytes change places by XOR with the row's number. Stores, of whole
    rows, stay free of conflicts; ldmatrix becomes so.
    """
    yield from swizzled_tiles(sch, tile)


@ladder.rung(StagedFragmentTile(warps_n=2, panel=16), build=Build(async_copy=True))
def cp_async(sch: s_tir.Schedule, tile: StagedFragmentTile) -> Iterator:
    """A cp.async pipeline of three stages, and fragments loaded a step ahead.

    Two slices are in flight while a third is multiplied. The last step of a slice overlaps the
    first ldmatrix of the next, so that tensor cores wait only at the slice's barriers. Blocks of
    128 x 128 take 96 KB, so that two of them share a multiprocessor and one multiplies while the
    other is at a barrier.

    Raises UserError for fewer than three stages: a fragment of the next slice would be loaded
    before that slice is there.
    """
    yield from fragments_ahead(sch, tile)


def fragments_ahead(sch: s_tir.Schedule, tile: StagedFragmentTile) -> Iterator:
    """`swizzled_tiles` in a pipeline of cp.async, with fragments loaded a step ahead."""
    if tile.stages < 3:
        raise UserError(f"stages = {tile.stages}: fragments loaded ahead need at least 3")
    outer, inner = yield from swizzled_tiles(sch, tile)
    sch.annotate(inner, "software_pipeline_stage", [0, 0, 1])
    sch.annotate(inner, "software_pipeline_order", [0, 1, 2])
    yield "pipeline_fragments", "ldmatrix for step k + 1 while mma.sync works on step k"
    last = tile.stages - 1
    sch.annotate(outer, "software_pipeline_async_stages", [0])
    sch.annotate(outer, "software_pipeline_stage", [0, 0, last - 1, last, last])
    sch.annotate(outer, "software_pipeline_order", [0, 1, 3, 2, 4])
    yield "pipeline_async", "global memory to shared past the registers, two slices ahead"
    leave_unrolling(sch, inner)
    yield "unroll", "two sets of fragments take turns: unrolled, each has its own registers"


# --- Hopper's tensor cores ------------------------------------------------------------------------

# Two blocks each way and more slices than stages, in one shape: a CPU does the lanes one by one.
GROUP_SHAPES = ((256, 512, 320),)


@ladder.rung(
    WarpgroupTile(stages=3), build=Build(async_copy=True, hopper=True), shapes=GROUP_SHAPES
)
def wgmma(sch: s_tir.Schedule, tile: WarpgroupTile) -> Iterator:
    """wgmma: 128 threads multiply 64 x 256 x 16, both operands straight from shared memory.

    No fragments pass through registers, so ldmatrix and its share of the issue slots are gone. The
    slices still come by cp.async, and every slice is waited for.
    """
    loops = yield from warpgroup_tiles(sch, tile, "C_sum", "C")
    for copy in loops.copies:
        bind_fetch(sch, copy, tile.threads, tile.vector)
        sch.annotate(copy, "permuted_layout", 1)
    sch.annotate(loops.product, "permuted_layout", 1)
    yield "fetch", "16 bytes a thread, stored with the swizzle that wgmma reads with"
    last = tile.stages - 1
    sch.annotate(loops.outer_k, "software_pipeline_async_stages", [0])
    sch.annotate(loops.outer_k, "software_pipeline_stage", [0, 0, last])
    sch.annotate(loops.outer_k, "software_pipeline_order", [0, 1, 2])
    yield "pipeline_async", "two slices on their way while a third is multiplied"
    tensorize_group(sch, loops, tma=False)
    yield "tensorize", "four wgmma a slice and warpgroup, 64 x 256 x 16 each"


@ladder.rung(WarpgroupTile(), build=Build(hopper=True), shapes=GROUP_SHAPES)
def wgmma_tma(sch: s_tir.Schedule, tile: WarpgroupTile) -> Iterator:
    """Slices by the tensor memory accelerator, and products that stay under way across them.

    One thread asks for a slice in two instructions; no thread makes an address, a store or a wait
    for it. With nothing else to do, a warpgroup starts the next slice's products before it waits
    for the last one's.

    Raises UserError for fewer than three stages: of two, ordered like this, the pipeline makes one,
    and each slice would be loaded over the one that the products under way read.
    """
    yield from loaded_by_tma(sch, tile)


def loaded_by_tma(sch: s_tir.Schedule, tile: WarpgroupTile) -> Iterator:
    """`warpgroup_tiles` by TMA and wgmma, products under way while the next slice's are started."""
    if tile.stages < 3:
        raise UserError(f"stages = {tile.stages}: loads beside products under way need at least 3")
    loops = yield from warpgroup_tiles(sch, tile, "C_sum", "C")
    last = tile.stages - 1
    sch.annotate(loops.outer_k, "software_pipeline_stage", [0, 0, last])
    sch.annotate(loops.outer_k, "software_pipeline_order", [1, 2, 0])
    yield (
        "pipeline",
        "slice k + 3 is asked for after the products of slice k have begun: k - 1 is done by then",
    )
    tensorize_group(sch, loops, tma=True)
    yield "tensorize", "loads of 16 and 32 KB; four wgmma a slice and warpgroup"


# --- bfloat16 -------------------------------------------------------------------------------------


BFLOAT16 = replace(ladder.workload, in_dtype="bfloat16", out_dtype="bfloat16")


@ladder.rung(
    StagedFragmentTile(warps_n=2, panel=16),
    workload=BFLOAT16,
    build=Build(async_copy=True),
    against="cp_async",
)
def bfloat16_cp_async(sch: s_tir.Schedule, tile: StagedFragmentTile) -> Iterator:
    """`cp_async` for bfloat16: the same bytes, fragments and rate, three bits less in a factor.

    What it saves is range: a bfloat16 has float32's exponents, so that no scale keeps sums in
    range.
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

    A product of two has 16 bits in place of 22, so that what tensor cores cut off below the largest
    product of sixteen is rarely there at all.
    """
    yield from loaded_by_tma(sch, tile)


if __name__ == "__main__":
    ladder.main()
