"""Recipes for 4-bit weights on tensor cores: few rows of A, and fragments of codes.

A warp multiplies fragments of 16 rows of weights by up to 64 rows of A. A block has several warps
along N, and warps that share K. The workload is `weight_only.WeightOnlyGemm` with `fragments`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass

from tvm import s_tir
from tvm.s_tir.schedule import LoopRV, SBlockRV

from gpusim.chips import WARP
from gpusim.errors import UserError

from ..core.ladder import Tile
from ..core.schedule_moves import bind_fetch, inline_padding, leave_unrolling, pad_rows
from ..workloads.weight_only import FRAGMENT_N, GROUP
from .parts import SUM_THREADS
from .thread_tiles import INIT
from .tma_intrinsics import tma_intrinsic
from .weight_intrinsics import int4_group
from .wgmma_intrinsics import Wgmma, wgmma_intrinsics

# Padding between two rows of A in shared memory, in float16 elements. A quarter of a warp reads 64
# bytes of each of two rows, which are then in different banks.
PAD = 32


@dataclass(frozen=True)
class WeightTile(Tile):
    """warps_n x warps_k warps, each with `fragments` x 16 rows of weights and 8 `eights` of A.

    Parameters
    ----------
    warps_k : int
        Warps that share a row of weights: each computes every warps_k-th group of K.
    stages : int
        Slices of K in shared memory; a slice has one group for each of the `warps_k` warps.
    parts : int
        Parts of K, each computed by a separate block.
    wgmma : bool
        Whether four warps multiply together by wgmma, with A's rows from shared memory.
    """

    warps_n: int = 4
    warps_k: int = 1
    fragments: int = 1
    eights: int = 2
    stages: int = 4
    parts: int = 1
    wgmma: bool = False

    def __post_init__(self) -> None:
        if self.wgmma and self.warps_n % 4:
            raise UserError(f"warps_n = {self.warps_n}: four warps together execute a wgmma")

    def block(self) -> tuple[int, int, int]:
        columns = self.warps_n * self.fragments * FRAGMENT_N
        rows = 8 * self.eights if self.wgmma else 1
        return (rows, columns, self.parts * self.warps_k * GROUP)

    @property
    def threads(self) -> dict[str, int]:
        return {"threadIdx.z": self.warps_k, "threadIdx.y": self.warps_n, "threadIdx.x": WARP}


def padded(sch: s_tir.Schedule, rows: int) -> Iterator:
    """`pad_rows` as a step."""
    pad_rows(sch, rows)
    yield "pad", f"{rows} rows per block, the least of an MMA; rows beyond A's last are zero"


def dequantized_in_place(sch: s_tir.Schedule) -> Iterator:
    """Convert weights to float16 where they are used."""
    sch.compute_inline("W_value")
    yield "dequantize", "weights become float16 where they are used: memory holds only codes"


def sums_by_lane(tile: WeightTile) -> Callable:
    """Where mma.sync has accumulator (i, fragment, upper, g) and its element k of a group of K:
    block and warp along both axes, lane (two axes), fragment, group of eight rows, register (two
    axes), and the parts of k."""
    rows = 8 * tile.eights

    def places(i, fragment, upper, g, group, k):
        sums = (
            i // rows,
            fragment // tile.fragments,
            g,
            i % 8 // 2,
            fragment % tile.fragments,
            i % rows // 8,
            upper,
            i % 2,
        )
        if tile.wgmma:
            within = (k % 32 // 16, k % 16 // 8, k % 8 // 2)
        else:
            within = (k % 32 // 8, k % 8 // 4, k % 4 // 2)
        return (*sums, group, k // 64, k % 64 // 32, *within, k % 2)

    return places


def operands_in_shared(
    sch: s_tir.Schedule, mma_block: SBlockRV, group: LoopRV, tile: WeightTile, scope: str
) -> Generator[tuple, None, list[SBlockRV]]:
    """Copies of A, and of codes and scales unless these are read from global memory, to shared
    memory for each group of K; with wgmma, A as TMA stores it."""
    operands = range(1 if scope == "global" else 3)
    copies = [sch.cache_read(mma_block, operand, "shared.dyn") for operand in operands]
    for copy, size in zip(copies, (2, 4, 2), strict=False):
        sch.compute_at(copy, group, preserve_unit_loops=True)
        if not tile.wgmma or copy is not copies[0]:
            bind_fetch(sch, copy, tile.threads, 16 // size)
    inline_padding(sch, copies)
    if tile.wgmma:
        half = GROUP // 2
        sch.transform_layout(copies[0], ("write", 0), lambda i, k: (k // half, i, k % half))
        row, k = sch.get_loops(copies[0])[-2:]
        boxes, k = sch.split(k, [None, half])
        sch.reorder(boxes, row, k)
        sch.unroll(boxes)
        yield "cache_shared", "16 bytes per thread of codes and scales; A in two boxes of 64 of K"
    else:
        sch.storage_align(copies[0], 0, axis=0, factor=GROUP, offset=PAD)
        yield "cache_shared", "16 bytes per thread; 64 bytes of padding avoid A's bank conflicts"
    return copies


def weight_tiles(
    sch: s_tir.Schedule, tile: WeightTile, scope: str, part_axis: str = ""
) -> Generator[tuple, None, tuple[SBlockRV, LoopRV]]:
    """Block, warp and lane tiles of the GEMM, with weights read from `scope`.

    With `part_axis`, K is split into parts along this axis in the block "C_sum_rf", whose partial
    sums are stored. Returns the block that stores and the loop over groups of K.
    """
    yield from dequantized_in_place(sch)
    places = sums_by_lane(tile)
    product = "C_sum_rf" if part_axis else "C_sum"
    if part_axis:
        sch.transform_block_layout(
            product,
            lambda part, i, n, upper, g, group, k: (part, *places(i, n, upper, g, group, k)),
        )
    else:
        sch.transform_block_layout(
            product, lambda i, n, upper, g, k: places(i, n, upper, g, k // GROUP, k % GROUP)
        )
    store = sch.reindex(product, ("write", 0))
    sch.set_scope(product, 0, "local")
    name = "wgmma" if tile.wgmma else "mma.sync"
    yield "sums_by_lane", f"{name} distributes accumulators: a loop per part of the lane's index"
    loops = sch.get_loops(product)
    part = [loops.pop(0)] if part_axis else []
    row, warp, g, t, n, m, upper, pair, group, *inner = loops
    column, warp = sch.split(warp, [None, tile.warps_n])
    sch.reorder(row, column, *part, warp, g, t, group, n, m, upper, pair, *inner)
    lane = sch.fuse(g, t)
    axes = ["blockIdx.y", "blockIdx.x", *filter(None, [part_axis]), "threadIdx.y", "threadIdx.x"]
    for loop, axis in zip([row, column, *part, warp, lane], axes, strict=True):
        sch.bind(loop, axis)
    sch.reverse_compute_at(store, lane, preserve_unit_loops=True)
    if not part_axis:
        sch.reverse_compute_inline("C")
    yield "bind", f"{tile.block()[1]} columns per block, {16 * tile.fragments} per warp"
    if tile.wgmma:
        read = sch.cache_read(store, 0, "local")
    mma_block = sch.blockize(n)
    copies = yield from operands_in_shared(sch, mma_block, group, tile, scope)
    init = sch.decompose_reduction(mma_block, group)
    leave_unrolling(sch, sch.get_loops(sch.get_child_blocks(init)[0])[0])
    yield INIT
    sch.tensorize(mma_block, int4_group(tile.fragments, tile.eights, scope, tile.wgmma))
    if tile.wgmma:
        sch.tensorize(sch.get_loops(copies[0])[-2], tma_intrinsic(8 * tile.eights))
        names = wgmma_intrinsics(True, Wgmma(columns=8 * tile.eights))
        sch.tensorize(sch.get_loops(read)[-3], names["read"])
    yield (
        "tensorize",
        "codes are converted to float16 in pairs in registers; eight "
        + ("wgmma per fragment and group" if tile.wgmma else "MMAs per row and group"),
    )
    return store, group


def pipelined(sch: s_tir.Schedule, group: LoopRV, tile: WeightTile) -> Iterator:
    """A slice's copies by cp.async, as many slices ahead as there are stages but one."""
    last = tile.stages - 1
    sch.annotate(group, "software_pipeline_async_stages", [0])
    sch.annotate(group, "software_pipeline_stage", [0, 0, 0, last])
    sch.annotate(group, "software_pipeline_order", [0, 1, 2, 3])
    yield "pipeline_async", f"{last} slices are in flight while one is multiplied"


def parts_of_k(sch: s_tir.Schedule, extents: list[int | None], which: int) -> Iterator:
    """Sums of parts of K, the loop numbered `which` of those that K is split into."""
    *sums, k = sch.get_loops("C_sum")
    rest = sch.split(k, extents)
    part = rest.pop(which)
    sch.reorder(part, *sums, *rest)
    sch.rfactor(part, 0)
    sch.cache_write("C_sum", 0, "local")
    yield "rfactor", f"partial sums over {extents[which]} parts of K, added at the end"


def sum_parts(
    sch: s_tir.Schedule, threads: dict[str, int], block_axis: str = "", vector: int = 1
) -> Iterator:
    """A thread adds the parts of `vector` results; with `block_axis` this is a separate kernel."""
    (write,) = sch.get_consumers("C_sum")
    results = sch.get_loops(write)[-4:]
    if vector > 1:
        results[-1], lanes = sch.split(results[-1], [None, vector])
        sch.vectorize(lanes)
    block, *bound = sch.split(sch.fuse(*results), [None, *threads.values()])
    if block_axis:
        sch.bind(block, block_axis)
    for axis, loop in zip(threads, bound, strict=True):
        sch.bind(loop, axis)
    sch.compute_at("C_sum", bound[-1], preserve_unit_loops=True)
    sch.reverse_compute_inline("C")
    part = sch.get_loops("C_sum")[-5]
    leave_unrolling(sch, part)
    if vector > 1:
        sch.vectorize(sch.get_loops("C_sum")[-1])
    sch.decompose_reduction("C_sum", part)
    results = "a result" if vector == 1 else f"{vector} results"
    yield "sum_parts", f"{results} per thread, added in the order of the parts: reproducible bits"


def shared_by_warps(sch: s_tir.Schedule, tile: WeightTile) -> Iterator:
    """`warps_k` warps of a block alternate between groups of K; the block then adds their sums."""
    yield from parts_of_k(sch, [None, tile.warps_k, GROUP], 1)
    store, group = yield from weight_tiles(sch, tile, "shared.dyn", "threadIdx.z")
    sch.set_scope(store, 0, "shared.dyn")
    column = sch.get_loops(store)[1]
    (write,) = sch.get_consumers("C_sum")
    for block in ("C_sum", write):
        sch.reverse_compute_at(block, column, preserve_unit_loops=True)
    yield from sum_parts(sch, tile.threads)
    yield from pipelined(sch, group, tile)


def shared_by_blocks(sch: s_tir.Schedule, tile: WeightTile, vector: int = 1) -> Iterator:
    """`parts` of K in separate blocks, and a second kernel that adds their partial sums, `vector`
    results per thread."""
    yield from parts_of_k(sch, [tile.parts, None, GROUP], 0)
    yield from sum_parts(sch, {"threadIdx.x": SUM_THREADS}, "blockIdx.x", vector)
    _, group = yield from weight_tiles(sch, tile, "shared.dyn", "blockIdx.z")
    yield from pipelined(sch, group, tile)
