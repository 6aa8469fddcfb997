"""Few rows of float16 with weights of 4 bits: C[i,j] = sum_k A[i,k] scale (code[j,k] - zero).

With 1 to 64 rows, a GEMM mostly reads weights: at N = K = 8192 they take 134 MB in float16 and
36 MB in 4 bits, including scales and zero points of groups of 128. The kernel gains the difference
if converting codes to float16 takes no longer than loading them.

The rungs up to `dequantized` store codes in rows. The others store them in the order in which the
lanes of a warp need them as an operand of mma.sync: weights are packed once and used many times, so
their order is free. The last rungs split K, because a small C alone gives too few warps or blocks.

Sources: IST-DASLab, MARLIN (arXiv 2408.11743), for the layout, the asynchronous copies and the
split of K; Kim et al., "Who Says Elephants Can't Run" (2022), for the conversion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from tvm import s_tir

from ..core.ladder import Build, Ladder
from ..core.schedule_moves import MMA, launch_dependent
from ..workloads import Workload
from ..workloads.quantized import GROUP, WeightOnlyGemm
from .tensor_tiles import StagedFragmentTile, fragments_ahead, swizzled_tiles
from .thread_tiles import PatchTile, element_per_thread, split_k_factor
from .weight_tiles import (
    WeightTile,
    dequantized_in_place,
    padded,
    pipelined,
    shared_by_blocks,
    shared_by_warps,
    weight_tiles,
)

SIZE = 8192

FLOAT4 = 4

ladder = Ladder(
    name="gemm/w4a16",
    title="Few rows of float16 with weights of 4 bits, from dequantization to codes in fragment "
    "order",
    workload=WeightOnlyGemm(16, SIZE, SIZE),
    place=56,
)
BY_LANE = replace(ladder.workload, fragments=True)
IN_ORDER = replace(BY_LANE, in_order=True)
# With one or two warps per scheduler there are enough registers; without the limit, ptxas spills.
ASYNC = Build(async_copy=True, max_registers=255)


@ladder.rung(PatchTile(threads_i=8, threads_j=32), any_shape=True, shapes=((5, 33, 256),))
def naive(sch: s_tir.Schedule, tile: PatchTile) -> Iterator:
    """A thread per element of C, which converts every weight itself.

    With sixteen rows of A each weight is converted sixteen times, by a shift, a mask, an integer
    conversion, a subtraction and a multiplication.
    """
    yield from dequantized_in_place(sch)
    yield from element_per_thread(sch, tile)


# --- tensor cores, codes in rows ------------------------------------------------------------------


@dataclass(frozen=True)
class FewRowsTile(StagedFragmentTile):
    """A StagedFragmentTile for any number of rows, padded to multiples of its own."""

    def block(self) -> tuple[int, int, int]:
        return (1, *super().block()[1:])


def few_rows(workload: Workload) -> FewRowsTile:
    """64 columns per block, and as many fragments of rows as A has, up to four."""
    fragments = min(4, -(-workload.shape[0] // MMA))
    return FewRowsTile(warps_m=1, fragments_m=fragments, fragments_n=1, panel=SIZE)


def deep_slices(workload: Workload) -> FewRowsTile:
    """`few_rows` with slices of K of 32 stores of 16 bytes. A lane's codes then begin at 8 times
    its number, so TVM sees that they need eight registers. With shorter slices there is a
    remainder, and TVM allocates memory."""
    return replace(few_rows(workload), steps=16)


@ladder.rung(deep_slices, shapes=((20, 64, 768),))
def mma(sch: s_tir.Schedule, tile: FewRowsTile) -> Iterator:
    """Codes are converted to float16 on the way to shared memory; mma.sync reads them there.

    Each weight is read once, as a code, and converted once. Between two barriers a block waits for
    a slice, converts it and multiplies it: nothing overlaps.
    """
    yield from padded(sch, tile.fragments_m * MMA)
    yield from swizzled_tiles(sch, tile)
    (copy,) = sch.get_consumers("W_value")
    sch.set_scope("W_value", 0, "local")
    sch.compute_at("W_value", sch.get_loops(copy)[-2], preserve_unit_loops=True)
    yield "dequantize", "a thread converts a word to eight float16 and stores 16 bytes"


@ladder.rung(few_rows, build=Build(async_copy=True), shapes=((5, 64, 256),))
def dequantized(sch: s_tir.Schedule, tile: FewRowsTile) -> Iterator:
    """A separate kernel converts all weights to float16 in memory, then `hgemm:cp_async` runs.

    This is what a library without a 4-bit kernel does. Writing and reading the weights as float16
    moves 268 MB in addition to the 36 MB of codes, but the GEMM never waits for a conversion.
    """
    yield from padded(sch, tile.fragments_m * MMA)
    sch.cache_write("W_value", 0, "local")
    (store,) = sch.get_consumers("W_value")
    row, k = sch.get_loops(store)
    rows, row = sch.split(row, [None, 16])
    # If all accesses had eight elements, StorageRewrite would retype the weights, and cp.async
    # would not copy them.
    group, word, _, codes = sch.split(k, [None, GROUP // 8, 2, 4])
    sch.reorder(rows, group, row, word)
    for loop, axis in zip(
        (rows, group, row, word),
        ("blockIdx.y", "blockIdx.x", "threadIdx.y", "threadIdx.x"),
        strict=True,
    ):
        sch.bind(loop, axis)
    sch.vectorize(codes)
    sch.compute_at("W_value", word, preserve_unit_loops=True)
    yield "dequantize", "a thread converts a word to eight float16"
    yield from fragments_ahead(sch, tile)


# --- tensor cores, codes by lane ------------------------------------------------------------------


def rows_of(tile: WeightTile) -> Callable[[Workload], WeightTile]:
    """The tile with as many eights of rows as A has, up to eight of them."""

    def at(workload: Workload) -> WeightTile:
        return replace(tile, eights=min(8, -(-workload.shape[0] // 8)))

    return at


@ladder.rung(
    rows_of(WeightTile(stages=1)),
    workload=BY_LANE,
    build=ASYNC,
    shapes=((20, 64, 256),),
)
def packed(sch: s_tir.Schedule, tile: WeightTile) -> Iterator:
    """Codes from memory directly to the lanes that multiply them, 16 bytes at a time.

    A word holds a lane's part of 16 x 16 weights. A mask and an addition convert two codes to
    float16, and no weight passes through shared memory. A lane waits for each of its loads.
    """
    yield from padded(sch, 8 * tile.eights)
    yield from weight_tiles(sch, tile, "global")


@ladder.rung(rows_of(WeightTile()), workload=BY_LANE, build=ASYNC, shapes=((5, 128, 512),))
def cp_async(sch: s_tir.Schedule, tile: WeightTile) -> Iterator:
    """Weights through shared memory again, since cp.async needs no registers.

    Three groups of K are in flight while one is multiplied. With one warp per scheduler, no other
    warp can fill the latency between a conversion and its MMA.
    """
    yield from padded(sch, 8 * tile.eights)
    _, group = yield from weight_tiles(sch, tile, "shared.dyn")
    yield from pipelined(sch, group, tile)


def warps_along_k(workload: Workload) -> WeightTile:
    """64 columns per block, or 32 if 64 give fewer than 128 blocks, and as many warps that share
    them as slices of A leave room for. Beyond 32 rows two warps have the columns: sums of 64 by 64
    are all of a lane's registers."""
    m, n, _ = workload.shape
    eights = min(8, -(-m // 8))
    side = 1 if eights <= 4 else 2
    return WeightTile(
        warps_n=side,
        warps_k=min(8, 1 << (16 // eights).bit_length() - 1),
        fragments=(4 if n >= SIZE else 2) // side,
        eights=eights,
        stages=2 + side,
    )


@ladder.rung(warps_along_k, workload=BY_LANE, build=ASYNC, shapes=((12, 32, 3072),))
def sliced_k(sch: s_tir.Schedule, tile: WeightTile) -> Iterator:
    """Warps of a block that share its columns and divide K: eight for sixteen rows.

    Each warp has 64 columns, so it uses what it reads of A four times as often, and the warps hide
    each other's latency. Partial results meet in shared memory and are added in a fixed order.
    """
    yield from padded(sch, 8 * tile.eights)
    yield from shared_by_warps(sch, tile)


def blocks_along_k(workload: Workload) -> WeightTile:
    """256 columns per block, and as many parts of K as give enough blocks."""
    m, n, k = workload.shape
    tile = WeightTile(fragments=4, eights=min(8, -(-m // 8)))
    rows, (_, columns, depth) = 8 * tile.eights, tile.block()
    tiles = -(-m // rows) * -(-n // columns)
    return replace(tile, parts=split_k_factor(tiles, k // (tile.stages * depth)))


@ladder.rung(blocks_along_k, workload=BY_LANE, build=ASYNC, shapes=((20, 256, 1024),))
def split_k(sch: s_tir.Schedule, tile: WeightTile) -> Iterator:
    """Blocks of 256 columns that divide K; a second kernel adds their partial sums in order.

    A is read a quarter as often, which matters with 64 rows: 34 MB from the L2 cache instead of
    134. In return, partial results are written and read, and a second launch takes about 1.5 us.
    """
    yield from padded(sch, 8 * tile.eights)
    yield from shared_by_blocks(sch, tile)


@ladder.rung(blocks_along_k, workload=BY_LANE, build=ASYNC, shapes=((20, 256, 1024),))
def dependent_launch(sch: s_tir.Schedule, tile: WeightTile) -> Iterator:
    """`split_k` whose second kernel is launched before the first one has ended.

    Its blocks take the places of blocks that have ended, and wait there for the last partial sums.
    """
    yield from padded(sch, 8 * tile.eights)
    yield from shared_by_blocks(sch, tile)
    launch_dependent(sch)
    yield "launch_dependent", "programmatic dependent launch: wait in the kernel, not before it"


def warpgroups_along_n(workload: Workload) -> WeightTile:
    """16 to 64 rows and 128 columns per block, two warpgroups, and as many parts of K as give two
    blocks per SM."""
    m, n, k = workload.shape
    tile = WeightTile(warps_n=8, eights=min(8, max(2, -(-m // 8))), wgmma=True)
    rows, columns, depth = tile.block()
    pairs = -(-m // rows) * -(-n // columns) // 2
    return replace(tile, parts=split_k_factor(max(1, pairs), k // (tile.stages * depth)))


@ladder.rung(
    warpgroups_along_n,
    workload=IN_ORDER,
    build=replace(ASYNC, hopper=True),
    shapes=((24, 256, 1024),),
)
def wgmma(sch: s_tir.Schedule, tile: WeightTile) -> Iterator:
    """wgmma multiplies 64 columns of weights in registers with all rows of A in shared memory.

    One instruction of a warpgroup replaces a `mma.sync` per warp and eight rows, at twice the rate.
    TMA loads A: wgmma reads shared memory through the asynchronous proxy, and the fence that
    cp.async would need waits for all copies in flight.
    """
    yield from shared_by_blocks(sch, tile)
    launch_dependent(sch)
    yield "launch_dependent", "programmatic dependent launch: wait in the kernel, not before it"


def two_blocks_per_sm(workload: Workload) -> WeightTile:
    """128 columns per block, and as many parts of K as give two blocks per SM."""
    m, n, k = workload.shape
    tile = WeightTile(fragments=2, eights=min(8, -(-m // 8)), stages=3)
    rows, (_, columns, depth) = 8 * tile.eights, tile.block()
    pairs = -(-m // rows) * -(-n // columns) // 2
    return replace(tile, parts=split_k_factor(max(1, pairs), k // (tile.stages * depth)))


@ladder.rung(
    two_blocks_per_sm,
    workload=BY_LANE,
    build=ASYNC,
    shapes=((20, 128, 1024),),
    against="dependent_launch",
)
def vectorized_sum(sch: s_tir.Schedule, tile: WeightTile) -> Iterator:
    """`dependent_launch` with two blocks per SM, and a second kernel that reads 16 bytes at a time.

    While one block waits for a slice or converts it, the other one multiplies. The second kernel
    has a quarter of the threads: all of them start at once.
    """
    yield from padded(sch, 8 * tile.eights)
    yield from shared_by_blocks(sch, tile, FLOAT4)
    launch_dependent(sch)
    yield "launch_dependent", "programmatic dependent launch: wait in the kernel, not before it"


@ladder.rung(
    warpgroups_along_n,
    workload=IN_ORDER,
    build=replace(ASYNC, hopper=True),
    shapes=((24, 256, 1024),),
    against="wgmma",
)
def wgmma_vectorized_sum(sch: s_tir.Schedule, tile: WeightTile) -> Iterator:
    """`wgmma` with the second kernel of `vectorized_sum`."""
    yield from shared_by_blocks(sch, tile, FLOAT4)
    launch_dependent(sch)
    yield "launch_dependent", "programmatic dependent launch: wait in the kernel, not before it"


if __name__ == "__main__":
    ladder.main()
