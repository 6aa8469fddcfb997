"""SGEMM as CUDA's textbooks tell it, from naive to double buffering: C[i,j] = sum_k A[i,k] B[k,j].

After "Matrix multiplication in CUDA" by franztao, ten versions of a CUDA kernel at 1024^3, float32,
on an A100 and an RTX 3090, its listings and figures ending with the sixth. All matrices are
row-major: B is read along its rows as it lies, A has its rows along k, which a fetch of wide words
has to turn.

The document puts rows of C along threadIdx.x, so that 32 lanes of a warp read and write 32 rows;
here j lies along x, and lanes are neighbours in B and C. Several of its kernels are wrong, or not
what their title says: the rung that stands for one says so, docs/ladders/sgemm_cuda.md says it all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tvm import s_tir

from ..ladder import Figure, Ladder, Tile
from ..moves import DOUBLE_BUFFER_MARK, bind_fetch, cache_operands, leave_unrolling
from ..workloads import Gemm

SOURCE = "franztao, matrix multiplication in CUDA (2024)"
SHAPE = (1024, 1024, 1024)
DEVICES = ("A100", "RTX 3090")

# Kernel time in ms, the whole program's in s, a serial loop's on the host in s, and the document's
# "error between CPU and GPU". The kernel's is a string where it cannot be a time.
Row = tuple[float | str, float, float, float]


def measured(*rows: Row) -> list[Figure]:
    """The document's figures for a rung, a row per device."""
    figures = []
    for device, (kernel, whole, cpu, error) in zip(DEVICES, rows, strict=True):
        failed = isinstance(kernel, str)
        for value, unit, note in (
            (None if failed else kernel, "ms", f"'{kernel} ms': no launch" if failed else "kernel"),
            (whole, "s", "whole program"),
            (cpu, "s", "serial loop on the host's CPU"),
            (error, "error", "between CPU and GPU"),
        ):
            figures.append(Figure(value, unit, device, SOURCE, SHAPE, note))
    return figures


ladder = Ladder(
    name="gemm/sgemm_cuda",
    title="SGEMM as CUDA's textbooks tell it, from naive to double buffering",
    workload=Gemm(*SHAPE),
    reference=tuple(
        Figure(None, "ms", device, SOURCE, SHAPE, "cuBLAS, version 9 of 10, without a figure")
        for device in DEVICES
    ),
    place=20,
)


@dataclass(frozen=True)
class ThreadTile(Tile):
    """A block of threads_i x threads_j threads, each with items_i x items_j elements of C.

    A thread's elements lie in vthreads_i x vthreads_j patches, a whole row of threads apart.
    """

    threads_i: int = 16
    threads_j: int = 16
    items_i: int = 8
    items_j: int = 8
    block_k: int = 8
    vthreads_i: int = 1
    vthreads_j: int = 1

    def block(self) -> tuple[int, int, int]:
        return (self.threads_i * self.items_i, self.threads_j * self.items_j, self.block_k)

    @property
    def threads(self) -> dict[str, int]:
        return {"threadIdx.y": self.threads_i, "threadIdx.x": self.threads_j}


@dataclass(frozen=True)
class PipelineTile(ThreadTile):
    """A ThreadTile whose loop over K is pipelined: it needs two tiles of K."""

    def least(self) -> tuple[int, int, int]:
        rows, columns, depth = self.block()
        return (rows, columns, 2 * depth)


INIT = "init", "zero the sums before the loop over k, not by a test inside it"


# --- an element per thread ------------------------------------------------------------------------


def square_blocks(sch: s_tir.Schedule, tile: ThreadTile) -> Iterator:
    """A block per square of C, a thread per element, its sum in a register."""
    c = sch.get_sblock("C")
    i, j, _ = sch.get_loops(c)
    by, ty = sch.split(i, [None, tile.threads_i])
    bx, tx = sch.split(j, [None, tile.threads_j])
    sch.reorder(by, bx, ty, tx)
    yield "split_block", "a square of 32 x 32 has the most reuse, by the caches, per element"
    sch.bind(by, "blockIdx.y")
    sch.bind(bx, "blockIdx.x")
    yield "bind_block", "blocks need nothing of each other"
    sch.bind(ty, "threadIdx.y")
    sch.bind(tx, "threadIdx.x")
    yield "bind_thread", "j along x: a warp reads one element of A and 32 neighbours of B"
    write = sch.cache_write(c, 0, "local")
    sch.reverse_compute_at(write, tx, preserve_unit_loops=True)
    yield "write_back", "the sum in a register, written to C once"


@ladder.rung(
    ThreadTile(32, 32, 1, 1, 1),
    any_shape=True,
    figures=measured((16.5047, 0.5785, 3.77, 0), (8.7018, 0.8050, 2.19, 0)),
)
def naive(sch: s_tir.Schedule, tile: ThreadTile) -> Iterator:
    """A thread per element of C, every operand from global memory.

    Two loads a product. The document's listing reads A in place of B, which its error of 0 cannot
    have come from unless both held the same numbers, and its lanes read A with a stride of K.
    """
    yield from square_blocks(sch, tile)
    sch.decompose_reduction("C", sch.get_loops("C")[-1])
    yield INIT


@ladder.rung(
    ThreadTile(32, 32, 1, 1, 32),
    any_shape=True,
    figures=measured((3.0668, 0.3008, 3.79, 0), (3.5311, 0.6995, 2.19, 0)),
)
def shared_tile(sch: s_tir.Schedule, tile: ThreadTile) -> Iterator:
    """Tiles of 32 x 32 of A and B in shared memory, an element of each fetched per thread.

    Global traffic falls by 32; the two loads a product are now shared ones. Lanes along x read one
    word of A's tile (a broadcast) and 32 neighbours of B's. The document's lanes read and fill a
    column of A's tile, 32 words apart: 32 lanes in one bank.
    """
    yield from square_blocks(sch, tile)
    ko, _ = sch.split(sch.get_loops("C")[-1], [None, tile.block_k])
    yield "split_k", "two tiles of 32 x 32 are 8 KB, whatever K is"
    fetches = cache_operands(sch, sch.get_sblock("C"), "shared", ko)
    yield "cache_shared", "a row of A serves 32 threads, as yet fetched by each of them"
    for fetch in fetches:
        bind_fetch(sch, fetch, tile.threads)
    yield "bind_fetch", "each thread fetches one element of both, neighbours on neighbours"
    sch.decompose_reduction("C", ko)
    yield INIT


# --- a patch per thread ---------------------------------------------------------------------------


def thread_tiles(sch: s_tir.Schedule, tile: ThreadTile) -> Iterator:
    """A block per tile of C, a patch or several per thread, their sums in registers.

    Leaves the loops over K and over a patch (k, yi, xi) below the thread's, in this order.
    """
    c = sch.get_sblock("C")
    i, j, k = sch.get_loops(c)
    rows, columns, _ = tile.block()
    by, yi = sch.split(i, [None, rows])
    bx, xi = sch.split(j, [None, columns])
    sch.reorder(by, bx, yi, xi)
    yield "split_block", "traffic is M*N*K*(1/bm + 1/bn): the larger the block's tile, the less"
    sch.bind(by, "blockIdx.y")
    sch.bind(bx, "blockIdx.x")
    yield "bind_block", "blocks need nothing of each other"
    vy, ty, yi = sch.split(yi, [tile.vthreads_i, tile.threads_i, None])
    vx, tx, xi = sch.split(xi, [tile.vthreads_j, tile.threads_j, None])
    sch.reorder(vy, vx, ty, tx, k, yi, xi)
    yield "split_thread", "a patch per thread, k outside it: an operand can feed a row of products"
    sch.bind(ty, "threadIdx.y")
    sch.bind(tx, "threadIdx.x")
    yield "bind_thread", "j along x: a warp's lanes are neighbours in B and C, and share A"
    if tile.vthreads_i * tile.vthreads_j > 1:
        sch.bind(vy, "vthread.y")
        sch.bind(vx, "vthread.x")
        yield "vthread", "patches a row of threads apart: neighbouring lanes on neighbouring words"
    write = sch.cache_write(c, 0, "local")
    sch.reverse_compute_at(write, tx, preserve_unit_loops=True)
    yield "write_back", "the sums in registers, written to C once"


UNROLL = "unroll", "#pragma unroll: an index left to run time would put the sums in local memory"


@ladder.rung(
    ThreadTile(32, 32, 4, 4, 1),
    figures=measured((24.6882, 0.7971, 3.78, 0), (10.6388, 0.8331, 2.19, 0)),
)
def register_tile(sch: s_tir.Schedule, tile: ThreadTile) -> Iterator:
    """4 x 4 elements a thread, without shared memory: 8 loads feed 16 products, no longer 32.

    The document's kernel, slower than its first, keeps 16 sums but runs all of K for one of them
    after the other, so nothing it loads is used twice.
    """
    yield from thread_tiles(sch, tile)
    k, yi, _ = sch.get_loops("C")[-3:]
    cache_operands(sch, sch.get_sblock("C"), "local", k)
    yield "cache_registers", "four of A and four of B per k, each used four times"
    leave_unrolling(sch, yi)
    yield UNROLL
    sch.decompose_reduction("C", k)
    yield INIT


def shared_tiles(
    sch: s_tir.Schedule,
    tile: ThreadTile,
    *,
    vector: int = 1,
    pad: bool = False,
    outer_product: bool = False,
) -> Iterator:
    """`thread_tiles` on slices of A and B in shared memory.

    With `vector` 4 both are fetched by float4, and A's slice is turned to [k][i] on the way, in
    rows that `pad` makes 4 words longer. Without `outer_product` each sum runs over the whole slice
    before the next one starts, as the document's fourth version has it.
    """
    yield from thread_tiles(sch, tile)
    c = sch.get_sblock("C")
    k, yi, xi = sch.get_loops(c)[-3:]
    ko, ki = sch.split(k, [None, tile.block_k])
    if outer_product:
        yield "split_k", "k outside the patch: 8 + 8 operands feed 64 products"
    else:
        sch.reorder(ko, yi, xi, ki)
        yield "split_k", "a slice of K fits in shared memory; each sum takes its 8 products of it"
    fetches = cache_operands(sch, c, "shared", ko)
    yield "cache_shared", "the block's slices of A and B, as yet fetched by every thread"
    if vector > 1:
        sch.transform_layout(fetches[0], ("write", 0), lambda i, k: (k, i))
        yield "transpose_a", "A's slice as [k][i]: neighbours along i will be read side by side"
    for fetch in fetches:
        bind_fetch(sch, fetch, tile.threads, vector)
    width = f"{vector} words" if vector > 1 else "one word"
    yield "bind_fetch", f"{width} of A and of B per thread, lanes along the rows of both"
    if pad:
        sch.storage_align(fetches[0], 0, axis=0, factor=32, offset=4)
        yield "pad", "rows of 132 words: the two lanes that share a row of A store 16 banks apart"
    if outer_product:
        reads = cache_operands(sch, c, "local", ki)
        yield "cache_registers", "16 shared loads feed 64 products, where it took 128"
        for block in (*reads, sch.get_sblock("C_local")):
            sch.vectorize(sch.get_loops(block)[-1])
        yield "vectorize", "LDS.128 from shared memory, STG.128 to C: patches of four are that wide"
    leave_unrolling(sch, ki if outer_product else yi)
    yield UNROLL
    sch.decompose_reduction(c, ko)
    yield INIT


@ladder.rung(
    ThreadTile(32, 32, 4, 4, 8),
    figures=measured((9.1244, 0.4615, 3.80, 0), (10.1694, 0.8300, 2.19, 0)),
)
def reindexed_fetch(sch: s_tir.Schedule, tile: ThreadTile) -> Iterator:
    """Slices of 128 x 8 and 8 x 128, to each of 1024 threads an element, whatever patch it has.

    Thread t fetches A[t / 8, t % 8] and B[t / 128, t % 128]: a warp reads four whole sectors of
    A's rows and one row of B, and stores words t, no two in a bank. The document has it the other
    way round, A[t % 128, t / 128] and B[t % 8, t / 8]: 32 sectors of A a warp, and eight lanes
    to a bank in both stores.
    """
    yield from shared_tiles(sch, tile)


@ladder.rung(
    ThreadTile(),
    figures=measured(("0.0000", 0.8365, 3.83, 1709), ("0.0000", 0.6499, 2.19, 1709)),
)
def float4_fetch(sch: s_tir.Schedule, tile: ThreadTile) -> Iterator:
    """16 x 16 threads of 8 x 8 elements: one float4 of A and one of B fetch both slices.

    A's float4 lies along k and is stored as four words, transposed. The document launched its
    kernel, written for 16 x 16 threads, with 32 x 32: 64 sums a thread are more registers than
    1024 threads can have. A time of 0.0000 ms and C's whole size as the error say it never ran.
    """
    yield from shared_tiles(sch, tile, vector=4)


@ladder.rung(
    ThreadTile(vthreads_j=8),
    figures=measured(("0.0000", 0.6988, 3.81, 1709), ("0.0001", 0.6567, 2.19, 1709)),
)
def conflict_free(sch: s_tir.Schedule, tile: ThreadTile) -> Iterator:
    """No two lanes of a warp in one bank, in any load or store of shared memory.

    Stores of A: lane l has A[l / 2, 4 (l % 2) + c] for c = 0..3, which goes to word
    (4 (l % 2) + c) * row + l / 2. With rows of 128 words both lanes of a pair meet in bank l / 2;
    rows of 132 put the odd ones 4 * 132 % 32 = 16 banks further. Loads of B: with eight columns
    side by side lane l reads word 8 (l % 16) + c, 16 words in four banks; columns dealt out in
    turn make it word l % 16 + 16 c. Loads of A (two words a warp, 8 banks apart, broadcast) and the
    float4 stores of B had none.

    The document turns A for this, which its kernel before had done already and which leaves lanes
    8 words apart, four to a bank. It did not run either, for the same reason.
    """
    yield from shared_tiles(sch, tile, vector=4, pad=True)


@ladder.rung(ThreadTile(vthreads_i=2, vthreads_j=2))
def outer_product(sch: s_tir.Schedule, tile: ThreadTile) -> Iterator:
    """Outer products: a column of A's slice and a row of B's in registers, 64 products of 16 loads.

    Patches of four make the 16 loads four LDS.128. A warp reads 64 words of B, 8 lanes on 8 float4
    in turn: each quarter of it on all 32 banks once. The document's listings did so from the fifth
    on; the seventh, to which it gives the name, is missing, and its figures with it.
    """
    yield from shared_tiles(sch, tile, vector=4, pad=True, outer_product=True)


@ladder.rung(PipelineTile(vthreads_i=2, vthreads_j=2))
def double_buffer(sch: s_tir.Schedule, tile: PipelineTile) -> Iterator:
    """Two slices of each in shared memory, one filled while the other is multiplied.

    One barrier a slice instead of two. The fetch is one statement, loads and stores together, so
    that its latency shows unless another block's warps cover it; the document's fifth listing,
    doubled already, loads to registers before the products and stores after them, which is what
    gemm/sgemm_tvm:register_prefetch does. The document has no figure for its eighth version.
    """
    yield from shared_tiles(sch, tile, vector=4, pad=True, outer_product=True)
    for name in ("A_shared", "B_shared"):
        sch.annotate(sch.get_sblock(name), DOUBLE_BUFFER_MARK, 1)
    yield "double_buffer", "storing slice k + 1 needs no wait for the readers of slice k"


if __name__ == "__main__":
    ladder.main()
