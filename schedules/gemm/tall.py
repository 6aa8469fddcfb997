"""Few results, long reductions: C of 256 x 256 with K = 16384, float16 with float32 accumulation.

With tiles of 128 x 256 this C has two blocks, and 130 of 132 SMs are idle. The GEMM reads 16.8 MB,
which takes an H100 5 us, and its MMAs take 3 us; two blocks take about 150 us. Smaller tiles give
more blocks, and so do parts of K, whose partial results must then be added.

The order of this addition is fixed: each part stores its partial results to memory, and a second
kernel adds the parts one after the other. Atomics in the first kernel would make the second one
unnecessary, but give other bits in every run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from tvm import s_tir

from ..core.ladder import Build, Ladder
from ..core.schedule_moves import launch_dependent, leave_unrolling
from ..workloads import Gemm, Workload
from .thread_tiles import SUM_THREADS, split_k_factor
from .wgmma_tiles import WarpgroupTile, loaded_by_tma

ladder = Ladder(
    name="gemm/tall",
    title="A GEMM with few results and a large K: small tiles, and parts of K",
    workload=Gemm(
        256,
        256,
        16384,
        b_layout="nk",
        in_dtype="float16",
        acc_dtype="float32",
        out_dtype="float16",
    ),
    place=54,
)

# Two blocks and more slices than stages; no larger, because a CPU executes the lanes one by one.
SHAPES = ((256, 256, 320),)
SMALL_SHAPES = ((128, 128, 640),)
SMALL_SPLIT_SHAPES = ((64, 128, 1152),)
SPLIT_SHAPES = ((128, 256, 896),)
UPRIGHT_SPLIT_SHAPES = ((128, 128, 1152),)


@ladder.rung(WarpgroupTile(), build=Build(hopper=True), shapes=SHAPES)
def large_tile(sch: s_tir.Schedule, tile: WarpgroupTile) -> Iterator:
    """`hgemm:wgmma_tma` unchanged: 128 x 256 per block, so two blocks for the whole GPU.

    A block uses every value of its slices 128 or 256 times. Such reuse pays only if there are
    enough blocks.
    """
    yield from loaded_by_tma(sch, tile)


@ladder.rung(
    WarpgroupTile(groups=1, columns=64, stages=8), build=Build(hopper=True), shapes=SMALL_SHAPES
)
def small_tiles(sch: s_tir.Schedule, tile: WarpgroupTile) -> Iterator:
    """One warpgroup per block with 64 x 64 of C: sixteen blocks, with eight slices in flight.

    Each value is used only 64 times, but so few blocks need little L2 bandwidth. Smaller tiles are
    not possible: wgmma computes at least 64 rows.
    """
    yield from loaded_by_tma(sch, tile)


@dataclass(frozen=True)
class SplitTile(WarpgroupTile):
    """A WarpgroupTile whose block computes one of `parts` parts of K."""

    parts: int = 1

    def block(self) -> tuple[int, int, int]:
        m, n, k = super().block()
        return (m, n, k * self.parts)


def in_parts(tile: SplitTile) -> Callable[[Workload], SplitTile]:
    """The tile with the most parts of K, a power of two, that BLOCKS and its pipeline allow."""

    def tile_for(workload: Workload) -> SplitTile:
        m, n, k = workload.shape
        rows, columns, depth = tile.block()
        tiles = -(-m // rows) * -(-n // columns)
        return replace(tile, parts=split_k_factor(tiles, k // (tile.stages * depth)))

    return tile_for


def sums_of_parts(sch: s_tir.Schedule, tile: SplitTile) -> Iterator:
    """Parts of K by blocks of `loaded_by_tma`, and a second kernel that adds them in order."""
    part, _ = sch.split(sch.get_loops("C_sum")[-1], [tile.parts, None])
    sch.reorder(part, *sch.get_loops("C_sum")[:2])
    sch.rfactor(part, 0)
    yield "rfactor", f"partial sums over {tile.parts} parts of K, added at the end"
    part, i, j = sch.get_loops("C_sum")
    sch.reorder(i, j, part)
    block, thread = sch.split(sch.fuse(i, j), [None, SUM_THREADS])
    sch.bind(block, "blockIdx.x")
    sch.bind(thread, "threadIdx.x")
    sch.set_scope("C_sum", 0, "local")
    sch.reverse_compute_at("C", thread, preserve_unit_loops=True)
    leave_unrolling(sch, part)
    sch.decompose_reduction("C_sum", part)
    yield "sum_parts", "a result per thread, added in the order of the parts: reproducible bits"
    yield from loaded_by_tma(sch, tile, "C_sum_rf", "")


@ladder.rung(
    in_parts(SplitTile(groups=1, columns=64, stages=8)),
    build=Build(hopper=True),
    shapes=SMALL_SPLIT_SHAPES,
)
def split_small_tiles(sch: s_tir.Schedule, tile: SplitTile) -> Iterator:
    """`small_tiles` with K in eight parts, one per block; a second kernel adds the partial results.

    128 blocks instead of sixteen. They read each row of A and of B four times, 67 MB from the L2
    cache.
    """
    yield from sums_of_parts(sch, tile)


@ladder.rung(
    in_parts(SplitTile(columns=128, stages=6)), build=Build(hopper=True), shapes=SPLIT_SHAPES
)
def split_k(sch: s_tir.Schedule, tile: SplitTile) -> Iterator:
    """Larger tiles and more parts: four tiles of 128 x 128 in 32 parts are 128 blocks too.

    Operands are read twice instead of four times, 34 MB. There are four times as many partial
    results: 8.4 MB of float32, which the L2 cache holds until the second kernel reads them.
    """
    yield from sums_of_parts(sch, tile)


@ladder.rung(
    in_parts(SplitTile(groups=1, columns=64, stages=8)),
    build=Build(hopper=True),
    shapes=SMALL_SPLIT_SHAPES,
    against="split_small_tiles",
)
def dependent_launch(sch: s_tir.Schedule, tile: SplitTile) -> Iterator:
    """`split_small_tiles` whose second kernel is launched before the first one has ended.

    Its blocks take the places of blocks that have ended and wait there, so there is no launch
    between the last partial result and the addition.
    """
    yield from sums_of_parts(sch, tile)
    launch_dependent(sch)
    yield "launch_dependent", "programmatic dependent launch: wait in the kernel, not before it"


@ladder.rung(
    in_parts(SplitTile(groups=2, columns=64, stages=8)),
    build=Build(hopper=True),
    shapes=UPRIGHT_SPLIT_SHAPES,
    against="dependent_launch",
)
def tiles_128x64(sch: s_tir.Schedule, tile: SplitTile) -> Iterator:
    """`dependent_launch` with the tile that the tuner chose: 128 x 64 of C in sixteen parts of K.

    It is between the tiles of `split_small_tiles` and `split_k`: the operands are read 50 MB
    instead of 67 or 34, and there are 4.2 MB of partial results instead of 2.1 or 8.4.
    """
    yield from sums_of_parts(sch, tile)
    launch_dependent(sch)
    yield "launch_dependent", "programmatic dependent launch: wait in the kernel, not before it"


if __name__ == "__main__":
    ladder.main()
