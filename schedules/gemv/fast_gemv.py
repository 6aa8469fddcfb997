"""GEMV from a thread per row to quantized weights: y = W x, float16 in and out, float32 sums.

Reproduces "fast_gemv, method and result" (wangsiping97/FastGEMV), measured on a P100 and an RTX
3090, including variants that gained nothing there (x in shared memory, two kernels, a table). The
rungs after `table_int4` are not in the document.

The document's launches depend on the size; they are the rungs' default tiles (`LAUNCHES`). Its
kernels require powers of two. It says that `warpReduceSum` leaves the sum in every thread of the
warp; with `__shfl_down_sync` only lane 0 has it, which is sufficient.
"""

from __future__ import annotations

from collections.abc import Iterator

from tvm import s_tir

from gpusim.chips import WARP

from ..core.ladder import Ladder
from ..workloads import Gemv
from ..workloads.quantized import QuantizedGemv
from .dot_products import (
    P100,
    ROWS,
    RowTile,
    by_size,
    cache,
    figures,
    first_lane,
    k_loops,
    lanes_per_row,
    launch_for,
    mma_dot,
    share_vector,
    table_rows,
    thread_per_row,
    unroll,
    vector_loads,
    vectorize_copy,
    words,
)

SIZE = 8192
# A round shape, an odd one whose K no vector divides, and a single row with K shorter than a warp.
SHAPES = ((64, 1024), (37, 131), (1, 18))
WIDE_SHAPES = ((8, 4096), (5, 1003), (1, 18))

ladder = Ladder(
    name="gemv/fast_gemv",
    title="GEMV in float16, int8 and int4: shuffles, vector loads, dequantization",
    workload=Gemv(SIZE, SIZE),
    reference=figures("pytorch"),
    place=70,
)


def block_threads(tile: RowTile) -> dict[str, int]:
    return {"threadIdx.y": tile.rows, "threadIdx.x": tile.lanes}


# --- threads per dot product ----------------------------------------------------------------------


@ladder.rung(RowTile(1, 128), any_shape=True, shapes=SHAPES, name="thread_per_row")
def one_thread(sch: s_tir.Schedule, tile: RowTile) -> Iterator:
    """A thread per row, one value at a time.

    The lanes of a warp read 32 rows at once: each fetches a sector of 32 bytes and uses two of
    them. Only N threads run.
    """
    yield from thread_per_row(sch, tile)


@ladder.rung(RowTile(WARP, 1), any_shape=True, shapes=SHAPES)
def p_threads(sch: s_tir.Schedule, tile: RowTile) -> Iterator:
    """32 threads share a dot product; one thread adds their partial sums.

    Adjacent lanes read adjacent values, so a warp's load has 64 contiguous bytes. The price is a
    reduction through shared memory, with 32 dependent additions.
    """
    yield from lanes_per_row(sch, tile, reduction="serial")


@ladder.rung(RowTile(WARP, 1), any_shape=True, shapes=SHAPES)
def warp_reduce(sch: s_tir.Schedule, tile: RowTile) -> Iterator:
    """The partial sums stay in registers: five shuffles replace 32 additions and a barrier."""
    yield from lanes_per_row(sch, tile)
    yield from first_lane(sch)


def vectorized_rows(sch: s_tir.Schedule, tile: RowTile, shared: bool = False) -> Iterator:
    """`lanes_per_row` with vector loads, optionally with x in shared memory."""
    sums = yield from lanes_per_row(sch, tile)
    if shared:
        yield from share_vector(sch, sums, tile, block_threads(tile))
    yield from vector_loads(sch, sums)
    yield from unroll(sch, sums, tile)


@ladder.rung(RowTile(WARP, 1, vector=8, unroll=4), any_shape=True, shapes=SHAPES)
def vectorized(sch: s_tir.Schedule, tile: RowTile) -> Iterator:
    """Eight float16 per load, 512 bytes per warp: enough in flight to keep the memory busy."""
    yield from vectorized_rows(sch, tile)
    yield from first_lane(sch)


@ladder.rung(
    launch_for(lambda lanes: lanes <= WARP, vector=8, unroll=4),
    any_shape=True,
    shapes=SHAPES,
    figures=figures("float16", up_to=2048),
)
def rows_per_block(sch: s_tir.Schedule, tile: RowTile) -> Iterator:
    """A block of m x p threads computes m rows, which all read the same x: L1 serves m - 1 of them.

    It also fills an SM, which holds at most 32 blocks: too few if a block is one warp.
    """
    yield from vectorized_rows(sch, tile)
    yield from first_lane(sch)


MANY_LANES = launch_for(lambda lanes: lanes > WARP, vector=8, unroll=4)


@ladder.rung(
    MANY_LANES,
    any_shape=True,
    shapes=WIDE_SHAPES,
    figures=figures("float16", above=2048),
    against="rows_per_block",
)
def block_reduce(sch: s_tir.Schedule, tile: RowTile) -> Iterator:
    """Several warps per row, for long rows: shuffles, then a second stage in shared memory.

    A thread has few iterations, with all loads in flight; the price is a barrier per row.
    """
    yield from vectorized_rows(sch, tile)
    yield from first_lane(sch)


@ladder.rung(
    MANY_LANES,
    any_shape=True,
    shapes=WIDE_SHAPES,
    figures=words("no improvement"),
    against="block_reduce",
)
def shared_vector(sch: s_tir.Schedule, tile: RowTile) -> Iterator:
    """x through shared memory: read once per block from global memory, m times from shared.

    It gained nothing in the document, which suspects the barrier; L1 serves repeated reads anyway.
    """
    yield from vectorized_rows(sch, tile, shared=True)
    yield from first_lane(sch)


BLOCKS_PER_ROW = 4
SECOND_KERNEL_THREADS = 128


@ladder.rung(
    MANY_LANES,
    any_shape=True,
    shapes=WIDE_SHAPES,
    figures=words("close, slightly slower"),
    against="block_reduce",
)
def two_kernel(sch: s_tir.Schedule, tile: RowTile) -> Iterator:
    """Four blocks per row each store a partial sum to global memory; a second kernel adds them.

    It gives more blocks for few rows. In the document it took slightly longer than one kernel.
    """
    sums = yield from lanes_per_row(sch, tile, blocks=BLOCKS_PER_ROW)
    total = sch.get_sblock("y_sum")
    n, part = sch.get_loops(total)
    block, thread = sch.split(n, [None, SECOND_KERNEL_THREADS], preserve_unit_iters=True)
    sch.bind(block, "blockIdx.x")
    sch.bind(thread, "threadIdx.x")
    sch.reverse_compute_at(sch.get_sblock("y"), thread, preserve_unit_loops=True)
    sch.set_scope(total, 0, "local")
    sch.decompose_reduction(total, part)
    yield (
        "second_kernel",
        "a thread per row adds the partial sums of its four blocks, with coalesced loads",
    )
    yield from vector_loads(sch, sums)
    yield from unroll(sch, sums, tile)
    yield from first_lane(sch)


# --- quantized weights ----------------------------------------------------------------------------


def dequantized_rows(sch: s_tir.Schedule, tile: RowTile) -> Iterator:
    """`vectorized_rows` over weights that become float32 in registers."""
    sch.compute_inline("W_value")
    yield "dequantize", "weights become float32 where they are used: memory holds only codes"
    yield from vectorized_rows(sch, tile)


@ladder.rung(
    launch_for(vector=8, unroll=4),
    workload=QuantizedGemv(SIZE, SIZE, bits=8),
    any_shape=True,
    shapes=SHAPES,
    figures=figures("int8"),
    against=("rows_per_block", "block_reduce"),
)
def int8(sch: s_tir.Schedule, tile: RowTile) -> Iterator:
    """int8 weights, half the bytes: eight weights per load.

    A weight takes a bit operation, a subtraction and an FMA. Instructions that convert integers run
    at a fraction of the rate of these.
    """
    yield from dequantized_rows(sch, tile)
    yield from first_lane(sch)


@ladder.rung(
    launch_for(vector=16, unroll=4),
    workload=QuantizedGemv(SIZE, SIZE, bits=4),
    any_shape=True,
    shapes=SHAPES,
    figures=figures("int4"),
    against="int8",
)
def int4(sch: s_tir.Schedule, tile: RowTile) -> Iterator:
    """int4 weights, two per byte, a quarter of the bytes: sixteen per load.

    The document prefers sixteen to eight. With its blocks, each thread then has just one load for a
    row of 512 or 4096. x costs more: two loads and sixteen conversions per load of W.
    """
    yield from dequantized_rows(sch, tile)
    yield from first_lane(sch)


@ladder.rung(
    launch_for(device=P100, vector=8, unroll=4),
    workload=QuantizedGemv(SIZE, SIZE, bits=8),
    any_shape=True,
    shapes=SHAPES,
    against="int8",
)
def int8_p100_launch(sch: s_tir.Schedule, tile: RowTile) -> Iterator:
    """`int8` with the block sizes that the document chose for float16 on a P100.

    Blocks of 128 threads up to 2048, and 128 threads for each of eight rows at 4096. From 8192 on,
    the blocks are those of `int8`.
    """
    yield from dequantized_rows(sch, tile)
    yield from first_lane(sch)


@ladder.rung(
    launch_for(device=P100, vector=16, unroll=4),
    workload=QuantizedGemv(SIZE, SIZE, bits=4),
    any_shape=True,
    shapes=SHAPES,
    against="int4",
)
def int4_p100_launch(sch: s_tir.Schedule, tile: RowTile) -> Iterator:
    """`int4` with the block sizes that the document chose for a P100."""
    yield from dequantized_rows(sch, tile)
    yield from first_lane(sch)


@ladder.rung(
    RowTile(WARP, 8, per_group=8, vector=1),
    workload=QuantizedGemv(SIZE, SIZE, bits=8, lookup=True),
    any_shape=True,
    shapes=SHAPES,
    figures=words("no better"),
    against="int8",
)
def table_int8(sch: s_tir.Schedule, tile: RowTile) -> Iterator:
    """Multiplication by table: for every x, 256 entries are computed and 64 are read.

    The table takes 32 KB for only 32 elements of x. A look-up replaces two operations by a load
    from shared memory, which gained nothing in the document.
    """
    yield from table_rows(sch, tile, 8)


@ladder.rung(
    RowTile(WARP, 8, per_group=8, vector=16),
    workload=QuantizedGemv(SIZE, SIZE, bits=4, lookup=True),
    any_shape=True,
    shapes=SHAPES,
    against="int4",
)
def table_int4(sch: s_tir.Schedule, tile: RowTile) -> Iterator:
    """Sixteen table entries for every x, read 64 times, for 512 elements of x at a time.

    The document had no time to try it.
    """
    yield from table_rows(sch, tile, 4)


# --- not in the document --------------------------------------------------------------------------


@ladder.rung(
    RowTile(WARP, 4, per_group=2, vector=8, unroll=4),
    any_shape=True,
    shapes=SHAPES,
    against=("rows_per_block", "block_reduce"),
)
def row_tile(sch: s_tir.Schedule, tile: RowTile) -> Iterator:
    """Two rows per warp at once: x is loaded and converted once for both."""
    yield from vectorized_rows(sch, tile)


@ladder.rung(
    by_size(
        {
            2048: RowTile(WARP, 4, per_group=4, vector=16, unroll=2),
            8192: RowTile(2 * WARP, 2, per_group=4, vector=16, unroll=4),
            16384: RowTile(WARP, 16, per_group=4, vector=16, unroll=2),
        }
    ),
    workload=QuantizedGemv(SIZE, SIZE, bits=8),
    any_shape=True,
    shapes=SHAPES,
    against="int8",
)
def int8_row_tile(sch: s_tir.Schedule, tile: RowTile) -> Iterator:
    """int8 with four rows at once: x costs a quarter, and loads of four rows overlap.

    At medium sizes two warps share the rows, so there are more warps, each with the loads of four
    steps in flight.
    """
    yield from dequantized_rows(sch, tile)


@ladder.rung(
    RowTile(WARP, 4, per_group=4, vector=32, unroll=1),
    workload=QuantizedGemv(SIZE, SIZE, bits=4),
    any_shape=True,
    shapes=SHAPES,
    against="int4",
)
def int4_row_tile(sch: s_tir.Schedule, tile: RowTile) -> Iterator:
    """int4 with four rows per warp at once: about three and a half instructions per weight."""
    yield from dequantized_rows(sch, tile)


def tensor_rows(sch: s_tir.Schedule, tile: RowTile, bits: int) -> Iterator:
    """`dequantized_rows` with the dot products of two rows of a thread on tensor cores."""
    sch.compute_inline("W_value")
    yield "dequantize", "weights are converted where they are used: memory holds only codes"
    sums = yield from lanes_per_row(sch, tile)
    yield from unroll(sch, sums, tile)
    ko, row, _ = k_loops(sch, sums)
    pair, row = sch.split(row, [None, ROWS], preserve_unit_iters=True)
    vectorize_copy(sch, cache(sch, sums, "W", "local", pair))
    vectorize_copy(sch, cache(sch, sums, "x", "local", ko))
    yield "vectorize", f"{tile.vector} codes of two rows per thread, which share x"
    sch.tensorize(row, mma_dot(bits, tile.vector))
    yield "tensorize", "one operation converts two codes to float16; tensor cores multiply and add"


@ladder.rung(
    by_size(
        {
            8192: RowTile(2 * WARP, 2, per_group=4, vector=16, unroll=2),
            16384: RowTile(WARP, 8, per_group=4, vector=16, unroll=2),
        }
    ),
    workload=QuantizedGemv(SIZE, SIZE, bits=8),
    against="int8_row_tile",
)
def int8_mma(sch: s_tir.Schedule, tile: RowTile) -> Iterator:
    """int8 on tensor cores: fewer than two instructions per weight, and no faster.

    `int8_row_tile` was already limited by memory. Exact for zero points up to 896 in magnitude.
    """
    yield from tensor_rows(sch, tile, 8)


@ladder.rung(
    by_size(
        {
            512: RowTile(WARP, 8, per_group=2, vector=16),
            2048: RowTile(2 * WARP, 4, per_group=2, vector=16, unroll=4),
            4096: RowTile(4 * WARP, 2, per_group=4, vector=32),
            8192: RowTile(2 * WARP, 8, per_group=4, vector=16, unroll=2),
            16384: RowTile(WARP, 16, per_group=4, vector=16, unroll=2),
        }
    ),
    workload=QuantizedGemv(SIZE, SIZE, bits=4),
    against="int4_row_tile",
)
def int4_mma(sch: s_tir.Schedule, tile: RowTile) -> Iterator:
    """int4 on tensor cores: 1.6 instructions per weight, and memory is the limit again.

    Exact for zero points up to 896 in magnitude.
    """
    yield from tensor_rows(sch, tile, 4)


if __name__ == "__main__":
    ladder.main()
