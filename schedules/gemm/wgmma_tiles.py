"""Recipes of the wgmma rungs: tiles of warpgroups, with accumulators assigned to lanes."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tvm import s_tir
from tvm.s_tir.schedule import LoopRV, SBlockRV

from gpusim.errors import UserError

from ..core.ladder import Build, Tile
from ..core.schedule_moves import bind_fetch, cache_operands, dtype_of, leave_unrolling
from .thread_tiles import INIT
from .tma_intrinsics import tile_intrinsics, tma_intrinsic
from .wgmma_intrinsics import (
    CLUSTER_MARK,
    GROUP,
    GROUP_M,
    GROUP_N,
    PINGPONG_MARK,
    PRODUCER_MARK,
    ROUNDS_MARK,
    ROW_BYTES,
    TMA_LOAD,
    TMA_MULTICAST,
    Wgmma,
    wgmma_intrinsics,
)

# Two blocks along each axis and more slices than stages. Only one shape, because a CPU executes
# the lanes one by one.
GROUP_SHAPES = ((256, 512, 320),)
# Several tiles per block, but one shape, because a CPU executes the lanes one by one.
PERSISTENT = ((256, 2560, 256),)
# Three tiles per block, so that barriers of every stage and the buffer of C are used again.
PERSISTENT_QUICK = (256, 1536, 256)
# For `rounded_in_registers`: the registers per thread that three warpgroups have at the start; the
# loading warpgroup then releases some of its own.
ROUNDED = Build(hopper=True, max_registers=168)


@dataclass(frozen=True)
class WarpgroupTile(Tile):
    """`groups` warpgroups, each with 64 x `columns` of C; `stages` slices of K in shared memory.

    Parameters
    ----------
    slice_k : int
        Elements of K in a slice: as many as a row of 128 bytes holds.
    panel : int
        Blocks run in panels of this many columns of blocks (fewer where N has fewer).
    vector : int
        Elements that a thread copies or stores at a time.
    blocks : int
        Maximum number of blocks to launch; each computes one tile after another. 0: one block per
        tile.
    """

    groups: int = 2
    stages: int = 4
    panel: int = 8
    vector: int = 8
    columns: int = GROUP_N
    slice_k: int = Wgmma().slice_k
    blocks: int = 0

    def __post_init__(self) -> None:
        if self.stages < 2:
            raise UserError(f"stages = {self.stages}: the pipeline of loads and wgmma has 2")

    def block(self) -> tuple[int, int, int]:
        return (self.groups * GROUP_M, self.columns, self.slice_k)

    def least(self) -> tuple[int, int, int]:
        m, n, _ = self.block()
        return (m, n, self.stages * self.slice_k)

    @property
    def threads(self) -> dict[str, int]:
        return {"threadIdx.y": self.groups, "threadIdx.x": GROUP}


class GroupLoops(NamedTuple):
    """Results of `warpgroup_tiles`: the kind of MMA, the loop over slices of K, the copies of A and
    B to shared memory, and the blocks of a lane that intrinsics replace: zeroing, MMAs and reading
    of accumulators and, if the TMA stores C, writing and storing its tile."""

    kind: Wgmma
    outer_k: LoopRV
    copies: list[SBlockRV]
    init: SBlockRV
    product: SBlockRV
    read: SBlockRV
    tile: tuple[SBlockRV, SBlockRV] | None = None
    rounded: bool = False


def sums_by_lane(columns: int, split: bool) -> Callable:
    """Where a wgmma with `columns` columns has accumulator (i, j): warpgroup, group of columns,
    warp, lane (two axes), register (three axes). With `split` the part of K comes first."""
    if split:
        of_accumulator = sums_by_lane(columns, False)
        return lambda part, i, j, k: (part, *of_accumulator(i, j, k))
    return lambda i, j, k: (
        i // GROUP_M,
        j // columns,
        i % GROUP_M // 16,
        i % 8,
        j % 8 // 2,
        j % columns // 8,
        i % 16 // 8,
        j % 2,
        k,
    )


def warpgroup_tiles(
    sch: s_tir.Schedule,
    tile: WarpgroupTile,
    product: str,
    epilogue: str = "",
    by_tma: bool = False,
    rounded: bool = False,
) -> Generator[tuple, None, GroupLoops]:
    """Block and warpgroup tiles in the layout of wgmma, with slices of A and B in shared memory.

    `product` is the block of the reduction, and `epilogue` the block that writes C. Without an
    epilogue, K is split into parts, the first axis, whose float32 partial sums are stored. With
    `by_tma`, a tile of C stays in separate shared memory until the Tensor Memory Accelerator has
    stored it. With `rounded`, the epilogue is more than a conversion, and its results are rounded
    in registers.
    """
    kind = Wgmma(dtype_of(sch, "A"), tile.columns)
    if epilogue:
        sch.set_scope(product, 0, "local")
    sch.transform_block_layout(product, sums_by_lane(tile.columns, not epilogue))
    store = sch.reindex(product, ("write", 0))
    sch.set_scope(product, 0, "local")
    if epilogue:
        sch.reverse_compute_inline(epilogue)
    yield (
        "sums_by_lane",
        f"wgmma distributes 64 x {tile.columns} accumulators over 128 lanes: one loop per part of "
        "the lane's index",
    )
    write = store
    if rounded:
        write = sch.reindex(store, ("write", 0))
        sch.set_scope(store, 0, "local")
        yield "round", "the epilogue's results stay in registers, rounded, like the accumulators"
    *part, group, column, warp, row, quad, fj, fi, pair, k = sch.get_loops(product)
    block, group = sch.split(group, [None, tile.groups])
    outer_k, k = sch.split(k, [None, tile.slice_k])
    panels, column = sch.split(column, [None, math.gcd(int(sch.get(column).extent), tile.panel)])
    sch.reorder(panels, block, column, group, warp, row, quad, outer_k, fj, fi, pair, k)
    lane = sch.fuse(warp, row, quad)
    panels = sch.fuse(*part, panels) if part else panels
    m, n, _ = tile.block()
    yield (
        "split_group",
        f"{m} x {n} of C per block: a value from the L2 cache is used {m} or {n} times",
    )
    if tile.blocks:
        block_columns, block_rows = (int(sch.get(loop).extent) for loop in (column, block))
        max_rows = max(1, tile.blocks // block_columns)
        rows_at_once = max(part for part in range(1, max_rows + 1) if block_rows % part == 0)
        rounds_of_rows, block = sch.split(block, [None, rows_at_once])
        rounds = sch.fuse(panels, rounds_of_rows)
        sch.reorder(block, column, rounds)
        sch.annotate(rounds, ROUNDS_MARK, 1)
        sch.bind(block, "blockIdx.y")
        sch.bind(column, "blockIdx.x")
        count = int(sch.get(rounds).extent)
        yield (
            "persistent",
            f"{rows_at_once * block_columns} blocks, each of which computes {count} tiles",
        )
    else:
        for loop, axis in zip(
            (panels, block, column), ("blockIdx.z", "blockIdx.y", "blockIdx.x"), strict=True
        ):
            sch.bind(loop, axis)
    for loop, axis in zip((group, lane), tile.threads, strict=True):
        sch.bind(loop, axis)
    sch.reverse_compute_at(store, lane, preserve_unit_loops=True)
    if rounded:
        sch.vectorize(sch.get_loops(store)[-1])
        sch.reverse_compute_at(write, lane, preserve_unit_loops=True)
    read = sch.cache_read(store, 0, "local")
    yield "bind", "each lane stores its own accumulators from registers"
    tile_of_c = None
    if epilogue and not tile.blocks:
        copy = sch.cache_write(store, 0, "shared.dyn")
        sch.reverse_compute_at(copy, column, preserve_unit_loops=True)
        bind_fetch(sch, copy, tile.threads, tile.vector)
        sch.vectorize(sch.get_loops(store)[-1])
        sch.storage_align(store, 0, axis=0, factor=tile.columns, offset=8)
        yield (
            "stage_store",
            "storing pairs would write half sectors: rounded in shared memory, whole rows are "
            "stored",
        )
    elif by_tma:
        copy = sch.cache_write(write, 0, "shared.dyn")
        sch.reverse_compute_at(copy, rounds, preserve_unit_loops=True)
        of_group, _ = sch.split(sch.get_loops(copy)[-2], [None, GROUP_M])
        sch.bind(of_group, "threadIdx.y")
        tile_of_c = write, copy
        yield (
            "stage_store",
            "rounded into a separate shared buffer, which is stored while the next tile is "
            "computed",
        )
    else:
        sch.vectorize(sch.get_loops(store)[-1])
        yield (
            "store_pairs",
            "directly from registers, while the next tile's slices arrive"
            if tile.blocks
            else "four lanes store eight float32 of a row, a whole sector",
        )
    mma_block = sch.blockize(fj)
    copies = cache_operands(sch, mma_block, "shared.dyn", outer_k)
    yield "cache_shared", "wgmma reads both operands from shared memory, without registers"
    init = sch.decompose_reduction(mma_block, outer_k)
    yield INIT
    return GroupLoops(kind, outer_k, copies, init, mma_block, read, tile_of_c, rounded)


def tensorize_group(
    sch: s_tir.Schedule, loops: GroupLoops, *, tma: bool, multicast: bool = False
) -> None:
    """Replace a lane's FMAs by wgmma, and wait for them before its accumulators are read.

    With `tma` the Tensor Memory Accelerator loads the operands; with `multicast` it loads B for all
    blocks of a cluster at once.
    """
    if tma:
        for copy, shared in zip(loops.copies, (False, multicast), strict=True):
            rows = sch.get_loops(copy)[-2]
            function = TMA_MULTICAST if shared else TMA_LOAD
            boxes = tma_intrinsic(int(sch.get(rows).extent), loops.kind.dtype, function)
            sch.tensorize(rows, boxes)
    if loops.tile:
        tiles = tile_intrinsics(loops.kind, dtype_of(sch, "C"), loops.rounded)
        for block, part, loop in zip(loops.tile, ("write", "store"), (-3, -2), strict=True):
            sch.tensorize(sch.get_loops(block)[loop], tiles[part])
    names = wgmma_intrinsics(tma, loops.kind)
    sch.tensorize(sch.get_loops(sch.get_child_blocks(loops.init)[0])[-3], names["init"])
    sch.tensorize(loops.product, names["product"])
    sch.tensorize(sch.get_loops(loops.read)[-3], names["read"])


def loaded_by_tma(
    sch: s_tir.Schedule,
    tile: WarpgroupTile,
    product: str = "C_sum",
    epilogue: str = "C",
    *,
    stored_too: bool = False,
    multicast: bool = False,
    rounded: bool = False,
) -> Generator[tuple, None, GroupLoops]:
    """`warpgroup_tiles` by TMA and wgmma; MMAs are in flight while those of the next slice
    start."""
    if tile.stages < 3:
        raise UserError(f"stages = {tile.stages}: overlapping loads with wgmma needs at least 3")
    loops = yield from warpgroup_tiles(sch, tile, product, epilogue, stored_too, rounded)
    last = tile.stages - 1
    sch.annotate(loops.outer_k, "software_pipeline_stage", [0, 0, last])
    sch.annotate(loops.outer_k, "software_pipeline_order", [1, 2, 0])
    yield (
        "pipeline",
        f"slice k + {last} is loaded after the wgmma of slice k have started, when those of k - 1 "
        "are done",
    )
    tensorize_group(sch, loops, tma=True, multicast=multicast)
    m, n, _ = (rows * ROW_BYTES // 1024 for rows in tile.block())
    yield "tensorize", f"loads of {m} and {n} KB; four wgmma per slice and warpgroup"
    return loops


def loaded_by_a_producer(
    sch: s_tir.Schedule,
    tile: WarpgroupTile,
    stored_too: bool = False,
    blocks: int = 1,
    turns: int = 1,
    rounded: bool = False,
) -> Iterator:
    """`loaded_by_tma` with the loads in a dedicated thread, clusters of `blocks` blocks, and
    `turns` warpgroups that alternate between tiles."""
    loops = yield from loaded_by_tma(
        sch, tile, stored_too=stored_too, multicast=blocks > 1, rounded=rounded
    )
    sch.annotate(loops.outer_k, PRODUCER_MARK, 1)
    yield (
        "producer",
        "an additional warpgroup, whose first thread issues all loads; two mbarriers per stage: "
        "full and free",
    )
    if blocks > 1:
        sch.annotate(loops.outer_k, CLUSTER_MARK, blocks)
        yield (
            "cluster",
            "two blocks with the same columns of C each load half of B's slice, and both receive "
            "it",
        )
    if turns > 1:
        sch.annotate(loops.outer_k, PINGPONG_MARK, turns)
        yield "turns", "two warpgroups alternate: one stores its tile while the other multiplies"


def unroll_epilogue(sch: s_tir.Schedule, block: str, depth: int) -> Iterator:
    """Have the compiler unroll the innermost `depth` loops around the block that computes C."""
    leave_unrolling(sch, sch.get_loops(block)[-depth])
    yield (
        "unroll_epilogue",
        "nvcc does not unroll a body this long, and accumulators that a loop indexes go to local "
        "memory",
    )


def rounded_in_registers(sch: s_tir.Schedule, tile: WarpgroupTile) -> Iterator:
    """`loaded_by_a_producer` with an epilogue that is more than a conversion: its results are
    rounded in registers, and the TMA stores them while the next tile is multiplied."""
    yield from loaded_by_a_producer(sch, tile, stored_too=True, rounded=True)
    yield from unroll_epilogue(sch, "C_sum_local_reindex", 3)
