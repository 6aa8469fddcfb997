"""GEMMs of any layout, batches, convolutions as implicit GEMMs: their moves, and the recipe for
CUDA cores."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .facts import Group, contraction_of, stage_of
from .moves import (
    WARP,
    Choices,
    Numbers,
    block_thread,
    copy_ahead,
    keep_in_registers,
    load_to_registers,
    order_products,
    pipeline,
    rank_of,
    share_operand,
    unroll_inside,
)
from .program import Block, Code, Draft, Named

SHARED = "shared.dyn"


def fused(names: tuple[str, ...], extents: dict[str, int]) -> str:
    """The index of several iterators as one: (n * 56 + h) * 56 + w."""
    if not names:
        return "0"
    text = names[0].removeprefix("v_")
    for number, name in enumerate(names[1:]):
        text = f"({text})" if number else text
        text = f"{text} * {extents[name]} + {name.removeprefix('v_')}"
    return text


def as_matmul(d: Draft, group: Group) -> None:
    """Give a convolution, or a GEMM over several axes, the form of a (batched) GEMM.

        for n, h, w, o, y, x, c: C[n, h, w, o] += A[n, h + y, w + x, c] * B[y, x, c, o]
    becomes
        A_reindex[(n * H + h) * W + w, (y * 3 + x) * C + c] = A[n, h + y, w + x, c]
        for i, j, k: C_reindex[i, j] += A_reindex[i, k] * B_reindex[k, j]
        C[...] = C_reindex[...]

    The copies are inlined later, so memory never holds them.
    """
    if group.plain:
        return
    stage, roles = group.main, group.roles
    extents = stage.spatial | stage.reduced
    for target in (("read", 0), ("read", 1), ("write", 0)):
        d.reindex(stage.name, target)
    for operand, side in enumerate((roles.rows, roles.columns)):
        order = (side, roles.depth) if group.along_depth(operand) else (roles.depth, side)
        names = stage.order()
        dims = roles.operands[operand].dims
        # TVM drops an iterator of extent 1 that is added to another.
        kept = {n for dim in dims for n in dim if len(dim) == 1 or extents[n] > 1}
        used = [name for name in names if name in kept]
        target = ("read", group.position(operand))
        d.transform_layout(stage.name, target, index_map(used, (roles.batch, *order), extents))
    output = (roles.batch, roles.rows, roles.columns)
    spatial = index_map(list(stage.spatial), output, extents)
    d.transform_layout(stage.name, ("write", 0), spatial)
    d.transform_block_layout(stage.name, index_map(stage.order(), (*output, roles.depth), extents))
    d.transform_block_layout(inline_results(d, group), spatial)
    d.step("gemm", "the same sums as a GEMM: rows, columns and depth are fused axes")


def index_map(names: list[str], parts: tuple[tuple[str, ...], ...], extents: dict) -> Code:
    """A lambda from iterators to the fused parts; a batch stays several axes."""
    batch, *rest = parts
    texts = [name.removeprefix("v_") for name in batch] + [fused(part, extents) for part in rest]
    arguments = ", ".join(name.removeprefix("v_") for name in names)
    return Code(f"lambda {arguments}: ({', '.join(texts)})")


def inline_results(d: Draft, group: Group) -> Block | None:
    """Inline the copies between the GEMM and the stage that writes the result, and return that
    stage; None if the GEMM writes it."""
    block = d.sch.get_sblock(group.name)
    chain: list[str] = []
    while str(d.sch.get(block).writes[0].source.name) != group.end.write.buffer:
        (block,) = d.sch.get_consumers(block)
        chain.append(str(d.sch.get(block).name_hint))
    for name in chain[:-1]:
        d.compute_inline(name)
    return chain[-1] if chain else None


def pad(d: Draft, group: Group, tile: tuple[int, int, int]) -> None:
    """Pad a GEMM to multiples of its tile by zeros, which no memory holds.

        for i, j, k in T.grid(1000, 776, 520): C[i, j] += A[i, k] * B[k, j]
    becomes, for tiles of 64 x 64 x 16,
        A_pad[i, k] = A[i, k] if i < 1000 and k < 520 else 0
        for i, j, k in T.grid(1024, 832, 528): C_pad[i, j] += A_pad[i, k] * B_pad[k, j]
        for i, j in T.grid(1000, 776): C[i, j] = C_pad[i, j]
    """
    roles = group.roles
    extents = [group.main.extent(side) for side in (roles.rows, roles.columns, roles.depth)]
    if all(extent % size == 0 for extent, size in zip(extents, tile, strict=True)):
        return
    factors = dict(zip((roles.rows, roles.columns, roles.depth), tile, strict=True))
    if group.plain:
        by_name = {side[0]: size for side, size in factors.items()}
        padding = [by_name.get(name, 1) for name in group.main.order()]
    else:
        padding = [1] * len(roles.batch) + list(tile)
    d.pad_einsum(group.name, padding)
    inline_results(d, group)
    d.step("pad", "tiles at the edges compute with zeros, so that no loop needs a condition")


def split_depth(d: Draft, group: Group, parts: int) -> Group:
    """Parts of the depth in blocks of their own, as a batch, and a second kernel that adds them.
    Returns the group of the first kernel.

        for i, j, k in T.grid(M, N, K): C[i, j] += A[i, k] * B[k, j]
    becomes
        for part, i, j, k in T.grid(4, M, N, K // 4): P[part, i, j] += A[...] * B[...]
        for block, thread: for part in range(4): C[...] += P[part, ...]
    """
    stage, last = group.main, group.end_name
    if last is None:
        last = d.cache_write(stage.name, 0, "global", to="write")
    count, place = len(stage.spatial), stage.order().index(longest_depth(group))
    part, _ = d.split(d.loops(stage.name, "")[place], [parts, None], to="part _")
    partial = d.rfactor(part, 0, to="partial")
    for block in (stage.name, last):
        d.fuse(*d.loops(block, "")[:count], to="row")
    block_thread(d, stage.name, last)
    loops = d.loops(partial, "")
    d.reorder(loops[place], *loops[:count])
    d.step(
        "split_k", f"{parts} blocks share an element's sum, and a second kernel adds their parts"
    )
    made = stage_of(d.sch.get(partial.variable))
    return Group(group.kind, (made,), None, contraction_of(made))


def longest_depth(group: Group) -> str:
    """The iterator of the depth with the largest extent."""
    return max(group.roles.depth, key=lambda name: group.main.extent([name]))


def ordered_loops(d: Draft, group: Group) -> list[Named]:
    """The loops of the GEMM by role: batch, rows, columns, depth."""
    loops = d.loops(group.name, "")
    names = group.main.order()
    if group.plain:
        by_name = dict(zip(names, loops, strict=True))
        roles = group.roles
        return [by_name[n] for n in (*roles.batch, *roles.rows, *roles.columns, *roles.depth)]
    return loops


@dataclass(frozen=True)
class LaneTile:
    """A block's tile as warps of lanes, each with 4 x 4 elements per virtual thread."""

    warps: tuple[int, int]
    vthreads: tuple[int, int]
    lanes: tuple[int, int]
    items: tuple[int, int] = (4, 4)

    @property
    def block(self) -> tuple[int, int]:
        return math.prod(axis(self, 0)), math.prod(axis(self, 1))

    @property
    def own(self) -> tuple[int, int]:
        """The accumulators of a thread."""
        rows, columns = (v * n for v, n in zip(self.vthreads, self.items, strict=True))
        return rows, columns

    @property
    def threads(self) -> tuple[int, int]:
        return math.prod(self.warps), math.prod(self.lanes)


def tile_block(d: Draft, group: Group, tile: LaneTile) -> Named:
    """Blocks, virtual threads and lanes over C; accumulators in registers. Returns the loop over
    the depth.

        for i, j, k in T.grid(M, N, K): C[i, j] += A[i, k] * B[k, j]
    becomes, for 4 x 2 warps of 4 x 8 lanes and 2 x 2 virtual threads of 4 x 4 elements,
        for by, bx (blockIdx), vy, vx (vthread), thread (threadIdx.x):
            for k: for y, x in T.grid(4, 4): C_local[...] += A[...] * B[...]
            for y, x in T.grid(4, 4): C[...] = C_local[...]
    """
    *batch, i, j, k = ordered_loops(d, group)
    by, wy, vy, ly, y = d.split(i, [None, *axis(tile, 0)], to="by wy vy ly y")
    bx, wx, vx, lx, x = d.split(j, [None, *axis(tile, 1)], to="bx wx vx lx x")
    d.reorder(*batch, by, bx, vy, vx, wy, wx, ly, lx, k, y, x)
    if batch:
        z = d.fuse(*batch, to="z")
        d.bind(z, "blockIdx.z")
    d.bind(by, "blockIdx.y")
    d.bind(bx, "blockIdx.x")
    if tile.vthreads[0] > 1:
        d.bind(vy, "vthread.y")
    if tile.vthreads[1] > 1:
        d.bind(vx, "vthread.x")
    thread = d.fuse(wy, wx, ly, lx, to="thread")
    d.bind(thread, "threadIdx.x")
    keep_in_registers(d, group.name, thread, inline_results(d, group))
    rows, columns = tile.own
    d.step(
        "thread_tile",
        f"{rows} x {columns} accumulators per thread in registers: a loaded value feeds a row",
    )
    return k


def axis(tile: LaneTile, side: int) -> list[int]:
    return [tile.warps[side], tile.vthreads[side], tile.lanes[side], tile.items[side]]


def share_operands(d: Draft, group: Group, outer: Named, tile: LaneTile, block_k: int) -> None:
    """Slices of both operands through shared memory, as [k][i] and [k][j], loaded by all threads.

        for k_outer in range(K // 16): for k_inner in range(16): C_local[...] += A[i, k] * B[k, j]
    becomes
        for k_outer in range(K // 16):
            A_shared[k, i], B_shared[k, j] = ...     # adjacent threads load adjacent elements
            for k_inner in range(16): C_local[...] += A_shared[k, i] * B_shared[k, j]
    """
    threads = {"threadIdx.x": math.prod(tile.threads)}
    for operand, name in enumerate(("a_shared", "b_shared")):
        by_depth = group.along_depth(operand)
        vector = 1 if by_depth else group.vector(operand)
        vector = math.gcd(vector, tile.block[operand] * block_k)
        read = group.position(operand)
        copy = share_operand(d, group.name, read, outer, threads, vector, SHARED, name, full=False)
        if by_depth:
            # The shared tile has the depth outermost, as the other operand's.
            rank = rank_of(d, copy)
            d.transform_layout(copy, ("write", 0), swap_last(rank))
            d.storage_align(copy, 0, axis=rank - 2, factor=WARP, offset=4)
    d.step("share", "slices of A and B in shared memory: each is loaded once per block")


def swap_last(rank: int) -> Code:
    batch = [f"z{number}" for number in range(rank - 2)]
    return Code(f"lambda {', '.join([*batch, 'i', 'k'])}: ({', '.join([*batch, 'k', 'i'])})")


# --- the recipe -----------------------------------------------------------------------------------


LANE_TILES = [
    LaneTile((4, 2), (2, 2), (4, 8)),
    LaneTile((2, 2), (2, 2), (4, 8)),
    LaneTile((1, 2), (2, 2), (8, 4)),
    LaneTile((2, 2), (2, 1), (4, 8)),
    LaneTile((1, 2), (2, 1), (4, 8)),
    LaneTile((2, 1), (1, 1), (4, 8)),
    LaneTile((4, 2), (4, 2), (4, 8)),
]
# SMs of a large GPU, by which tiles are ordered before any is predicted.
SMS = 132
BUSY_WARPS = 4
# Results per SM below which parts of the depth are tried.
PARTED = 8192


def by_cost(group: Group, tiles: Iterable[Any]) -> list[Any]:
    """Tiles by the FMAs of the busiest SM, weighted by the loads that a block and a thread (or
    warp) need per FMA, and by how far the warps are from the number that keeps an SM busy."""
    roles, extent = group.roles, group.main.extent

    def cost(tile: Any) -> float:
        rows, columns, *_ = tile.block
        blocks = -(-extent(roles.rows) // rows) * -(-extent(roles.columns) // columns)
        each = -(-extent(roles.batch) * blocks // SMS)
        idle = max(1.0, BUSY_WARPS * WARP / (each * math.prod(tile.threads)))
        reuse = (1 + 16 / rows + 16 / columns) * (1 + 2 / tile.own[0] + 2 / tile.own[1])
        return each * rows * columns * extent(roles.depth) * reuse * idle

    return sorted(tiles, key=cost)


def lane_choices(group: Group) -> Choices:
    depths = [16, 8, 32]
    # The order of FMAs is chosen by their loads, which a cast hides.
    cast = {access.dtype for access in group.roles.operands} != {group.main.write.dtype}
    several = group.main.extent(group.roles.depth) > depths[0]
    # Parts of the depth, where few blocks would have much work.
    longest = group.main.extent([longest_depth(group)])
    few = group.main.points < PARTED * SMS
    counts = [count for count in (4, 2, 8, 3) if longest % count == 0 and longest > 4 * count]
    return {
        "parts": [1, *counts] if few else [1],
        "tile": by_cost(group, LANE_TILES),
        "block_k": depths,
        "stages": [3, 4, 2, 0] if several else [0],
        "rows": [True, False],
        "order": [False] if cast else [True, False],
    }


def write_lanes(d: Draft, group: Group, n: Numbers) -> None:
    """A GEMM on CUDA cores."""
    tile = n["tile"]
    if n.get("parts", 1) > 1:
        group = split_depth(d, group, n["parts"])
    as_matmul(d, group)
    pad(d, group, (*tile.block, n["block_k"]))
    k = tile_block(d, group, tile)
    outer, inner = d.split(k, [None, n["block_k"]], to="k_outer k_inner")
    share_operands(d, group, outer, tile, n["block_k"])
    for operand, name in enumerate(("a_local", "b_local")):
        load_to_registers(d, group.name, group.position(operand), inner, name)
    d.step("registers", "operands of a thread are contiguous in groups of four: LDS.128")
    d.decompose_reduction(group.name, outer)
    d.step("init", "zero the accumulators before the loop, not by a test inside it")
    unroll_inside(d, inner, 8192)
    d.step("unroll", "the rows of a slice are written out: no loop counter, constant addresses")
    if n["rows"]:
        pipeline(d, inner, [0, 0, 1], [0, 1, 2])
        d.step("pipeline_registers", "a shared load takes about 30 cycles: start it one row ahead")
    if n["stages"]:
        copy_ahead(d, outer, n["stages"], n["rows"])
        ahead = n["stages"] - 1
        d.step("pipeline_async", f"cp.async: {ahead} slices are in flight while one is multiplied")
    if n["order"]:
        order_products(d, f"{group.name}_update", tile.items[1])
        d.step(
            "order_products", "neighbouring FMAs share an operand, which the operand cache keeps"
        )
