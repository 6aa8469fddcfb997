"""SGEMM in terms of CUDA threads, naive to tensor cores: C[i,j] = sum_k A[i,k] B[k,j], float32.

After "Matrix multiplication in CUDA" by franztao: ten kernels at 1024^3, row-major, on an A100 and
an RTX 3090; listings and figures end with the sixth. The document puts rows of C along threadIdx.x,
so that a warp's lanes read and write 32 rows; here j lies along x. Several of its kernels are wrong
or misnamed: the docstrings of the rungs say which, and docs/ladders/sgemm_cuda-appendix.md lists
all errors.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tvm import s_tir

from ..core.ladder import Figure, Ladder
from ..core.schedule_moves import DOUBLE_BUFFER_MARK, bind_fetch, cache_operands, leave_unrolling
from ..workloads import Gemm
from .tensor_tiles import FragmentTile, wmma_tiles
from .thread_tiles import INIT, ThreadTile

SOURCE = "franztao, matrix multiplication in CUDA (2024)"
SHAPE = (1024, 1024, 1024)
DEVICES = ("A100", "RTX 3090")
UNITS = ("ms", "s", "s", "error")
NOTES = ("kernel", "whole program", "serial loop on the host", "between CPU and GPU")


def measured(*rows: tuple[float | str, ...]) -> list[Figure]:
    """The document's figures, a row per device; a string is its time of a kernel not launched."""
    return [
        Figure(None, unit, device, SOURCE, SHAPE, f"{note} '{value} {unit}': not launched")
        if isinstance(value, str)
        else Figure(value, unit, device, SOURCE, SHAPE, note)
        for device, row in zip(DEVICES, rows, strict=True)
        for value, unit, note in zip(row, UNITS, NOTES, strict=True)
    ]


ladder = Ladder(
    name="gemm/sgemm_cuda",
    title="SGEMM in terms of CUDA threads, naive to tensor cores",
    workload=Gemm(*SHAPE),
    reference=tuple(Figure(None, "ms", d, SOURCE, SHAPE, "cuBLAS, no figure") for d in DEVICES),
    place=20,
)


@dataclass(frozen=True)
class RowMajorTile(ThreadTile):
    """A ThreadTile with j along x. A thread copies `vector` floats at a time. Rows of A's slice,
    which is transposed if `vector` is more than 1, are `pad` words longer. K has at least `stages`
    slices."""

    vector: int = 4
    pad: int = 0
    stages: int = 1

    @property
    def threads(self) -> dict[str, int]:
        return {"threadIdx.y": self.threads_i, "threadIdx.x": self.threads_j}


UNROLL = "unroll", "#pragma unroll: a run-time index would put the accumulators in local memory"


def square_blocks(sch: s_tir.Schedule, tile: RowMajorTile) -> Iterator:
    """A block per square of C, a thread per element, with the accumulator in a register."""
    c = sch.get_sblock("C")
    i, j, _ = sch.get_loops(c)
    by, ty = sch.split(i, [None, tile.threads_i])
    bx, tx = sch.split(j, [None, tile.threads_j])
    sch.reorder(by, bx, ty, tx)
    yield "split_block", "a square of 32 x 32 has the most reuse per element, by the caches"
    sch.bind(by, "blockIdx.y")
    sch.bind(bx, "blockIdx.x")
    yield "bind_block", "blocks are independent"
    sch.bind(ty, "threadIdx.y")
    sch.bind(tx, "threadIdx.x")
    yield "bind_thread", "j along x: a warp reads one element of A and 32 adjacent elements of B"
    write = sch.cache_write(c, 0, "local")
    sch.reverse_compute_at(write, tx, preserve_unit_loops=True)
    yield "write_back", "the accumulator in a register, written to C once"


@ladder.rung(
    RowMajorTile(32, 32, threads_i=32, threads_j=32),
    any_shape=True,
    figures=measured((16.5047, 0.5785, 3.77, 0), (8.7018, 0.8050, 2.19, 0)),
)
def naive(sch: s_tir.Schedule, tile: RowMajorTile) -> Iterator:
    """A thread per element of C, every operand from global memory: two loads per FMA.

    The document's listing reads A where it means B, but reports an error of 0: either other code
    ran, or A and B were equal.
    """
    yield from square_blocks(sch, tile)
    sch.decompose_reduction("C", sch.get_loops("C")[-1])
    yield INIT


@ladder.rung(
    RowMajorTile(32, 32, 32, threads_i=32, threads_j=32, vector=1),
    any_shape=True,
    figures=measured((3.0668, 0.3008, 3.79, 0), (3.5311, 0.6995, 2.19, 0)),
)
def shared_tile(sch: s_tir.Schedule, tile: RowMajorTile) -> Iterator:
    """Tiles of 32 x 32 of A and B in shared memory; each thread copies one element of each.

    Global traffic falls by a factor of 32. Both loads of an FMA are from shared memory: a broadcast
    of A and 32 adjacent elements of B. The document's lanes read a column: all 32 in one bank.
    """
    yield from square_blocks(sch, tile)
    ko, _ = sch.split(sch.get_loops("C")[-1], [None, tile.block_k])
    yield "split_k", "two tiles of 32 x 32 are 8 KB, whatever K is"
    fetches = cache_operands(sch, sch.get_sblock("C"), "shared", ko)
    yield "cache_shared", "32 threads use each row of A; so far each thread loads all of the tile"
    for fetch in fetches:
        bind_fetch(sch, fetch, tile.threads, tile.vector)
    yield "bind_fetch", "each thread copies an element of both tiles, adjacent lanes adjacent words"
    sch.decompose_reduction("C", ko)
    yield INIT


def block_and_thread_tiles(sch: s_tir.Schedule, tile: RowMajorTile) -> Iterator:
    """A block per tile of C, with one or more parts per thread; leaves the loops k, yi, xi
    inside."""
    c = sch.get_sblock("C")
    i, j, k = sch.get_loops(c)
    by, yi = sch.split(i, [None, tile.block_i])
    bx, xi = sch.split(j, [None, tile.block_j])
    sch.reorder(by, bx, yi, xi)
    yield "split_block", "traffic is M*N*K*(1/bm + 1/bn): the larger the block's tile, the less"
    sch.bind(by, "blockIdx.y")
    sch.bind(bx, "blockIdx.x")
    yield "bind_block", "blocks are independent"
    vy, ty, yi = sch.split(yi, [tile.vthreads_i, tile.threads_i, None])
    vx, tx, xi = sch.split(xi, [tile.vthreads_j, tile.threads_j, None])
    sch.reorder(vy, vx, ty, tx, k, yi, xi)
    yield (
        "split_thread",
        "a tile per thread inside the loop over k: each operand feeds a row of FMAs",
    )
    sch.bind(ty, "threadIdx.y")
    sch.bind(tx, "threadIdx.x")
    yield "bind_thread", "j along x: a warp's lanes are adjacent in B and C, and share A"
    if tile.vthreads_i * tile.vthreads_j > 1:
        sch.bind(vy, "vthread.y")
        sch.bind(vx, "vthread.x")
        yield (
            "vthread",
            "a thread's parts are strided: adjacent lanes use adjacent words",
        )
    write = sch.cache_write(c, 0, "local")
    sch.reverse_compute_at(write, tx, preserve_unit_loops=True)
    yield "write_back", "accumulators in registers, written to C once"


@ladder.rung(
    RowMajorTile(128, 128, threads_i=32, threads_j=32),
    figures=measured((24.6882, 0.7971, 3.78, 0), (10.6388, 0.8331, 2.19, 0)),
)
def register_tile(sch: s_tir.Schedule, tile: RowMajorTile) -> Iterator:
    """4 x 4 elements per thread, without shared memory: 8 loads instead of 32 feed 16 FMAs.

    The document's kernel is slower than its first. It has as many accumulators, but loops over all
    of K for one after the other, so it uses no loaded value twice.
    """
    yield from block_and_thread_tiles(sch, tile)
    k, yi, _ = sch.get_loops("C")[-3:]
    cache_operands(sch, sch.get_sblock("C"), "local", k)
    yield "cache_registers", "four elements of A and four of B per k, each used four times"
    leave_unrolling(sch, yi)
    yield UNROLL
    sch.decompose_reduction("C", k)
    yield INIT


def shared_tiles(sch: s_tir.Schedule, tile: RowMajorTile, *, outer: bool = False) -> Iterator:
    """`block_and_thread_tiles` on slices of A and B in shared memory; A's slice is transposed to
    [k][i] if it is copied by wide loads.

    With `outer`, each k is an outer product; without, a thread computes one dot product of the
    slice after the other.
    """
    yield from block_and_thread_tiles(sch, tile)
    c = sch.get_sblock("C")
    k, yi, xi = sch.get_loops(c)[-3:]
    ko, ki = sch.split(k, [None, tile.block_k])
    if not outer:
        sch.reorder(ko, yi, xi, ki)
    yield "split_k", "a slice of K at a time fits in shared memory"
    fetches = cache_operands(sch, c, "shared", ko)
    yield "cache_shared", "the block's slices of A and B; so far every thread loads both completely"
    if tile.vector > 1:
        sch.transform_layout(fetches[0], ("write", 0), lambda i, k: (k, i))
        yield "transpose_a", "A's slice as [k][i]: lanes adjacent along i read contiguous words"
    for fetch in fetches:
        bind_fetch(sch, fetch, tile.threads, tile.vector)
    yield "bind_fetch", f"{tile.vector} elements of A and of B per thread, lanes along the rows"
    if tile.pad:
        sch.storage_align(fetches[0], 0, axis=0, factor=32, offset=tile.pad)
        yield (
            "pad",
            "padded rows: the two lanes that store one row of A use banks that are 16 apart",
        )
    if outer:
        reads = cache_operands(sch, c, "local", ki)
        yield "cache_registers", "16 shared loads feed 64 FMAs instead of 128"
        for block in (*reads, sch.get_sblock("C_local")):
            sch.vectorize(sch.get_loops(block)[-1])
        yield "vectorize", "four contiguous elements: LDS.128 from shared memory, STG.128 to C"
    leave_unrolling(sch, ki if outer else yi)
    yield UNROLL
    sch.decompose_reduction(c, ko)
    yield INIT


@ladder.rung(
    RowMajorTile(128, 128, 8, threads_i=32, threads_j=32, vector=1),
    figures=measured((9.1244, 0.4615, 3.80, 0), (10.1694, 0.8300, 2.19, 0)),
)
def reindexed_fetch(sch: s_tir.Schedule, tile: RowMajorTile) -> Iterator:
    """Slices of 128 x 8 and 8 x 128: each of 1024 threads copies one element of each.

    Thread t copies A[t / 8, t % 8] and B[t / 128, t % 128], word t of either slice, independently
    of its tile of C. The document copies A[t % 128, t / 128] and B[t % 8, t / 8]: 32 sectors of A
    per warp, and eight lanes per bank for both. Lanes read B four words apart; the compiler merges
    the reads of a lane into LDS.128 without conflicts.
    """
    yield from shared_tiles(sch, tile)


@ladder.rung(
    RowMajorTile(128, 128, 8),
    figures=measured(("0.0000", 0.8365, 3.83, 1709), ("0.0000", 0.6499, 2.19, 1709)),
)
def float4_fetch(sch: s_tir.Schedule, tile: RowMajorTile) -> Iterator:
    """16 x 16 threads of 8 x 8 elements: a float4 of A, transposed, and a float4 of B.

    The compiler reads both tiles by LDS.128. Those of B take 8 wavefronts instead of 4, because a
    lane has 8 adjacent columns. The document launched its kernel with 32 x 32 threads. With 1024
    threads, each has at most 64 registers, which the 64 accumulators alone fill. The launch failed:
    the document printed 0.0000 ms, and the unchanged C has an error of 1709.
    """
    yield from shared_tiles(sch, tile)


@ladder.rung(
    RowMajorTile(128, 128, 8, vthreads_j=8, pad=4),
    figures=measured(("0.0000", 0.6988, 3.81, 1709), ("0.0001", 0.6567, 2.19, 1709)),
)
def conflict_free(sch: s_tir.Schedule, tile: RowMajorTile) -> Iterator:
    """No bank conflicts in any load or store of shared memory.

    Stores of A: lane l stores A[l / 2, 4 (l % 2) + c], c = 0..3, to word
    (4 (l % 2) + c) * row + l / 2. With rows of 128 words, lanes 2 n and 2 n + 1 use the same bank;
    with rows of 132 words, the odd lanes are 4 * 132 % 32 = 16 banks away. Loads of B: with 8
    adjacent columns a lane reads word 8 (l % 16) + c, so 16 words are in 4 banks; with interleaved
    columns it reads word l % 16 + 16 c. Loads of A (two broadcast words, 8 banks apart) and float4
    stores of B had no conflicts before. The document transposes A for this, as its float4 kernel
    already does, but its lanes stay 8 words apart. This kernel was not launched there either.
    """
    yield from shared_tiles(sch, tile)


@ladder.rung(RowMajorTile(128, 128, 8, vthreads_i=2, vthreads_j=2, pad=4))
def outer_product(sch: s_tir.Schedule, tile: RowMajorTile) -> Iterator:
    """A column of A's slice and a row of B's in registers: 16 words feed 64 FMAs.

    In groups of four, the 16 words take four LDS.128. Each is served a quarter of a warp at a time:
    8 lanes read 8 adjacent float4 of B, every bank once.
    """
    yield from shared_tiles(sch, tile, outer=True)


@ladder.rung(RowMajorTile(128, 128, 8, vthreads_i=2, vthreads_j=2, pad=4, stages=2))
def double_buffer(sch: s_tir.Schedule, tile: RowMajorTile) -> Iterator:
    """Two slices of each operand in shared memory: one is filled while the other is multiplied.

    One barrier per slice instead of two. As in TE, a slice is loaded and stored before the FMAs of
    the previous one. The document's float4 kernels, which already have two buffers, store after the
    FMAs, as gemm/sgemm_tvm:register_prefetch does.
    """
    yield from shared_tiles(sch, tile, outer=True)
    for name in ("A_shared", "B_shared"):
        sch.annotate(sch.get_sblock(name), DOUBLE_BUFFER_MARK, 1)
    yield "double_buffer", "slice k + 1 is stored without waiting for the readers of slice k"


@ladder.rung(
    FragmentTile(fragments_m=2, fragments_n=2, warps_n=2, steps=2, vector=4),
    workload=Gemm(*SHAPE, product_dtype="float16"),
)
def tensor_core(sch: s_tir.Schedule, tile: FragmentTile) -> Iterator:
    """wmma 16 x 16 x 16 on slices rounded to float16 in shared memory, accumulated in float32.

    Inputs are rounded once, from 24 bits to 11, and multiplied exactly: the tolerance allows 2^-11
    per factor, where float32 has 2^-24. TF32 would keep as many bits and float32's range, but TVM
    has no intrinsic for it. The document announces this version without code or figures.
    """
    write = sch.cache_write("C", 0, "local")
    yield "cache_write", "accumulators get their own buffer; its copy to C has no threads yet"
    yield from wmma_tiles(sch, tile, "C", sch.get(write).name_hint, to_half=True)


if __name__ == "__main__":
    ladder.main()
