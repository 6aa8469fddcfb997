"""Moves of GEMMs for Hopper: wgmma, fed by the Tensor Memory Accelerator."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ..gemm.tma_intrinsics import tma_intrinsic
from ..gemm.wgmma_intrinsics import GROUP, GROUP_M, PRODUCER_MARK, Wgmma, wgmma_intrinsics
from .draft import Code, Draft, Named, require
from .groups import Group
from .matmul import SHARED, inline_results
from .moves import distribute, pipeline, unroll_inside

HEADER = """from schedules.gemm.tma_intrinsics import tma_intrinsic
from schedules.gemm.wgmma_intrinsics import Wgmma, wgmma_intrinsics

# Registers the intrinsics that are used below: TVM has none for wgmma.
wgmma_intrinsics(True, Wgmma("{dtype}", {columns}))
tma_intrinsic({rows}, "{dtype}")
tma_intrinsic({columns}, "{dtype}")
"""


@dataclass(frozen=True)
class GroupTile:
    """Warpgroups of a block, each with 64 rows of C, and the columns of a block."""

    groups: int
    columns: int

    @property
    def block(self) -> tuple[int, int]:
        return self.groups * GROUP_M, self.columns

    @property
    def fragments(self) -> tuple[int, int]:
        """How often a value is used, in the unit of `FragmentTile`."""
        return self.groups * 4, self.columns // 16

    @property
    def threads(self) -> tuple[int, int]:
        return self.groups, GROUP


def fits(group: Group, tile: GroupTile) -> bool:
    """Whether the tile divides the GEMM, whose operands both lie along the depth."""
    roles, stage = group.roles, group.main
    dtype = roles.operands[0].dtype
    if roles.batch or dtype not in ("float16", "bfloat16"):
        return False
    simple = all(len(side) == 1 for side in (roles.rows, roles.columns, roles.depth))
    order = (*roles.rows, *roles.columns, *roles.depth)
    by_depth = all(set(access.last) <= set(roles.depth) for access in roles.operands)
    if not (simple and by_depth and stage.order() == list(order)):
        return False
    if stage.reads != roles.operands:
        return False
    sizes = (*tile.block, Wgmma(dtype).slice_k)
    return all(stage.extent([n]) % size == 0 for n, size in zip(order, sizes, strict=True))


def write_warpgroups(d: Draft, group: Group, tile: GroupTile, stages: int, producer: bool) -> None:
    """A GEMM by wgmma and TMA.

        for i, j, k in T.grid(M, N, K): C[i, j] += A[i, k] * B[j, k]
    becomes, for 2 warpgroups and 256 columns,
        for by, bx (blockIdx), group (threadIdx.y), lane (threadIdx.x):
            for k_outer in range(K // 64):
                A_shared[...], B_shared[...] = ...      # one instruction of one thread each
                C_local[...] += A_shared[...] * B_shared[...]       # four wgmma per slice
            C_shared[...] = C_local[...]; C[...] = C_shared[...]
    """
    require(fits(group, tile) and stages >= 3, "the tile does not divide the GEMM")
    dtype, columns = group.roles.operands[0].dtype, tile.columns
    last = inline_results(d, group)
    if last is not None:
        d.set_scope(group.name, 0, "local")
    store = sums_by_lane(d, group.name, columns)
    if last is not None:
        d.reverse_compute_inline(last)
    d.step("sums_by_lane", f"wgmma spreads 64 x {columns} accumulators over 128 lanes")
    outer, column, fj = bind_groups(d, group.name, store, tile)
    read = d.cache_read(store, 0, "local", to="read")
    copy = d.cache_write(store, 0, SHARED, to="copy")
    d.reverse_compute_at(copy, column, preserve_unit_loops=True)
    distribute(d, copy, {"threadIdx.y": tile.groups, "threadIdx.x": GROUP}, 8)
    d.vectorize(d.loops(store, "pair", last=1)[0])
    d.storage_align(store, 0, axis=0, factor=columns, offset=8)
    d.step("stage_store", "results go through shared memory, so that whole rows are stored")
    product = d.blockize(fj, to="product")
    copies = [d.cache_read(product, operand, SHARED, to="slice") for operand in (0, 1)]
    for each in copies:
        d.compute_at(each, outer, preserve_unit_loops=True)
    init = d.decompose_reduction(product, outer, to="init")
    d.step("share", "wgmma reads both operands from shared memory, without registers")
    pipeline(d, outer, [0, 0, stages - 1], [1, 2, 0])
    d.step("pipeline", f"{stages - 1} slices are loaded while wgmma multiplies another")
    d.uses(HEADER.format(dtype=dtype, rows=tile.block[0], columns=columns))
    d.options(hopper=True)
    for each, rows in zip(copies, tile.block, strict=True):
        row, _ = d.loops(each, "row _", last=2)
        d.tensorize(row, tma_intrinsic(rows, dtype))
    names = wgmma_intrinsics(True, Wgmma(dtype, columns))
    (zero,) = d.get_child_blocks(init, to="zero")
    d.tensorize(d.loops(zero, "zero_j _ _", last=3)[0], names["init"])
    d.tensorize(product, names["product"])
    d.tensorize(d.loops(read, "read_j _ _", last=3)[0], names["read"])
    d.step("tensorize", "one thread loads a slice by two instructions; four wgmma multiply it")
    if producer:
        d.annotate(outer, PRODUCER_MARK, 1)
        d.step("producer", "a thread of its own loads: no barrier for the whole block is left")
    if last is not None:
        unroll_inside(d, d.loops(store, "store_j _ _", last=3)[0], 8192)
        d.step("unroll", "accumulators that a loop indexes would go to local memory")


def sums_by_lane(d: Draft, block: str, columns: int) -> Named:
    """One loop per part of a lane's index; returns the block that writes the result."""
    parts = f"i // 64, j // {columns}, i % 64 // 16, i % 8, j % 8 // 2, j % {columns} // 8"
    layout = Code(f"lambda i, j, k: ({parts}, i % 16 // 8, j % 2, k)")
    d.transform_block_layout(block, layout)
    store = d.reindex(block, ("write", 0), to="store")
    d.set_scope(block, 0, "local")
    return store


def bind_groups(
    d: Draft, product: str, store: Named, tile: GroupTile
) -> tuple[Named, Named, Named]:
    """Blocks, warpgroups and lanes; returns the loops over slices, block columns and columns of a
    lane."""
    names = "block column warp row quad fj fi pair k"
    block, column, warp, row, quad, fj, fi, pair, k = d.loops(product, names)
    block, group = d.split(block, [None, tile.groups], to="block group")
    outer, k = d.split(k, [None, 64], to="k_outer k")
    panel, column = d.split(column, [None, math.gcd(d.extent(column), 8)], to="panel column")
    d.reorder(panel, block, column, group, warp, row, quad, outer, fj, fi, pair, k)
    lane = d.fuse(warp, row, quad, to="lane")
    axes = ("blockIdx.z", "blockIdx.y", "blockIdx.x", "threadIdx.y", "threadIdx.x")
    for loop, axis in zip((panel, block, column, group, lane), axes, strict=True):
        d.bind(loop, axis)
    d.reverse_compute_at(store, lane, preserve_unit_loops=True)
    d.step("bind", f"{tile.block[0]} x {tile.columns} of C per block, 64 rows per warpgroup")
    return outer, column, fj
