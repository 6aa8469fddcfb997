"""Moves of GEMMs on tensor cores: ldmatrix and mma.sync, through TVM's own intrinsics; for Hopper,
wgmma, fed by the Tensor Memory Accelerator."""

from __future__ import annotations

import math
from dataclasses import dataclass

from gpusim.chips import HOPPER_ARCH

from ..gemm.tma_intrinsics import tma_intrinsic
from ..gemm.wgmma_intrinsics import GROUP, GROUP_M, PRODUCER_MARK, Wgmma, wgmma_intrinsics
from .facts import Group
from .matmul import (
    SHARED,
    as_matmul,
    by_cost,
    inline_results,
    ordered_loops,
    pad,
)
from .moves import (
    WARP,
    Choices,
    Numbers,
    block_of,
    copy_ahead,
    distribute,
    pipeline,
    position_of,
    rank_of,
    share_operand,
    unroll_inside,
)
from .program import Block, Code, Draft, Named, require

# Rows, columns and depth of one intrinsic.
MMA = 16
AXES = ("threadIdx.z", "threadIdx.y", "threadIdx.x")
# Where mma.sync.m16n8k16 expects element (i, j): fragment, lane, register.
LAYOUT = "i // 16, j // 16, i % 8 * 4 + j % 8 // 2, j % 16 // 8 * 4 + i % 16 // 8 * 2 + j % 2"
FLOAT16 = "import tvm.s_tir.tensor_intrin.cuda  # registers the intrinsics that are used below\n"
BFLOAT16 = (
    "from schedules.gemm.tensor_tiles import mma_intrinsics\n\n"
    "# TVM has no intrinsics for bfloat16: this registers those for float16 with another type.\n"
    'mma_intrinsics("bfloat16")\n'
)
HOPPER = """from schedules.gemm.tma_intrinsics import tma_intrinsic
from schedules.gemm.wgmma_intrinsics import Wgmma, wgmma_intrinsics

# Registers the intrinsics that are used below: TVM has none for wgmma.
wgmma_intrinsics(True, Wgmma("{dtype}", {columns}))
tma_intrinsic({rows}, "{dtype}")
tma_intrinsic({columns}, "{dtype}")
"""


@dataclass(frozen=True)
class FragmentTile:
    """Warps of a block, fragments of 16 x 16 of C per warp, and steps of 16 along a slice."""

    warps: tuple[int, int]
    fragments: tuple[int, int]
    steps: int = 4

    @property
    def block(self) -> tuple[int, int, int]:
        rows, columns = (w * f * MMA for w, f in zip(self.warps, self.fragments, strict=True))
        return rows, columns, self.steps * MMA

    @property
    def threads(self) -> list[int]:
        return [*self.warps, WARP]

    @property
    def own(self) -> tuple[int, int]:
        return self.fragments


@dataclass
class Fragments:
    """The loops and blocks of a GEMM on tensor cores."""

    group: Group
    write: Block
    product: Named
    warp: Named
    outer: Named
    inner: Named
    copies: list[Named]
    reads: list[Named]


def tile_warps(d: Draft, group: Group, tile: FragmentTile) -> Fragments:
    """Blocks and warps over C; a warp multiplies 16 x 16 x 16 fragments.

        for i, j, k in T.grid(M, N, K): C[i, j] += A[i, k] * B[j, k]
    becomes, for 2 x 4 warps of 4 x 4 fragments and 4 steps,
        for bi, bj (blockIdx), wi, wj (threadIdx.z, threadIdx.y):
            for ko, ks, fi, fj in T.grid(K // 64, 4, 4, 4):
                with T.sblock("C_o"): for i, j, k in T.grid(16, 16, 16): C[...] += A[...] * B[...]
            for i, j in T.grid(64, 64): C[...] = C_local[...]
    """
    write: Block | None = inline_results(d, group)
    if write is None:
        write = d.cache_write(group.name, 0, "local", to="write")
    else:
        d.set_scope(group.name, 0, "local")
    *batch, i, j, k = ordered_loops(d, group)
    by, wy, fy, i = d.split(i, [None, tile.warps[0], tile.fragments[0], MMA], to="by wy fy i")
    bx, wx, fx, j = d.split(j, [None, tile.warps[1], tile.fragments[1], MMA], to="bx wx fx j")
    outer, inner, k = d.split(k, [None, tile.steps, MMA], to="k_outer k_inner k")
    d.reorder(*batch, by, bx, wy, wx, outer, inner, fy, fx, i, j, k)
    product = d.blockize(i, to="product")
    if batch:
        z = d.fuse(*batch, to="z")
    else:
        z, bx = d.split(bx, [None, math.gcd(d.extent(bx), 8)], to="panel bx")
        d.reorder(z, by, bx)
    for loop, axis in ((z, "blockIdx.z"), (by, "blockIdx.y"), (bx, "blockIdx.x")):
        d.bind(loop, axis)
    d.bind(wy, AXES[0])
    d.bind(wx, AXES[1])
    d.reverse_compute_at(write, wx, preserve_unit_loops=True)
    rows, columns = tile.fragments
    d.step(
        "tile_warps",
        f"a warp multiplies fragments of 16 x 16: {rows + columns} loads feed {rows * columns}",
    )
    return Fragments(group, write, product, wx, outer, inner, [], [])


def share_slices(d: Draft, f: Fragments, tile: FragmentTile) -> None:
    """Slices of A and B in shared memory, 16 bytes per lane if the operand allows."""
    threads = dict(zip(AXES, tile.threads, strict=True))
    for operand, name in enumerate(("a_shared", "b_shared")):
        pieces = tile.block[operand] * tile.block[2] // math.prod(tile.threads)
        require(pieces > 0, "a slice has fewer elements than the block has threads")
        vector, read = math.gcd(f.group.vector(operand), pieces), f.group.position(operand)
        f.copies.append(share_operand(d, f.product, read, f.outer, threads, vector, SHARED, name))
    d.step("share", "each slice is loaded once per block, one wide load per lane")


def cut(d: Draft, copy: Named) -> Named:
    """A copy as fragments of 16 x 16 in the layout of mma.sync, each a block of its own."""
    i, j = d.loops(copy, "row column", last=2)
    fi, i = d.split(i, [None, MMA], to="fi i")
    fj, j = d.split(j, [None, MMA], to="fj j")
    d.reorder(fi, fj, i, j)
    d.transform_layout(copy, ("write", 0), layout(rank_of(d, copy)))
    return d.blockize(i, to="fragment")


def layout(rank: int) -> Code:
    batch = "".join(f"z{number}, " for number in range(rank - 2))
    return Code(f"lambda {batch}i, j: ({batch}{LAYOUT})")


def read_fragments(d: Draft, f: Fragments) -> None:
    """Operands of one step in registers, and the accumulators, where mma.sync expects them."""
    for operand, name in enumerate(("a_local", "b_local")):
        copy = d.cache_read(f.product, f.group.position(operand), "local", to=name)
        d.compute_at(copy, f.inner, preserve_unit_loops=True)
        f.reads.append(cut(d, copy))
    d.transform_layout(f.group.name, ("write", 0), layout(rank_of(d, f.group.name)))
    d.step("fragments", "each operand in the lane and register where mma.sync expects it")


def write_fragments(d: Draft, f: Fragments) -> None:
    """Each lane computes the last stage from its own accumulators, two columns at a time."""
    i, j = d.loops(f.write, "row column", last=2)
    fi, upper, row = d.split(i, [None, 2, 8], to="fi upper row")
    fj, left, quad, pair = d.split(j, [None, 2, 4, 2], to="fj left quad pair")
    d.reorder(fi, fj, upper, left, row, quad, pair)
    lane = d.fuse(row, quad, to="lane")
    d.bind(lane, AXES[2])
    made = str(block_of(d, f.group.name).writes[0].source.name)
    own = d.cache_read(f.write, position_of(d, f.write, made), "local", to="own")
    d.compute_at(own, lane, preserve_unit_loops=True)
    d.vectorize(pair)
    d.step("write_back", "each lane writes its own accumulators, two columns at a time")


def tensorize(d: Draft, f: Fragments, dtype: str) -> None:
    """Replace the fragments' blocks by ldmatrix and mma.sync."""
    by_depth = [f.group.along_depth(operand) for operand in (0, 1)]
    trans = ["" if by_depth[0] else "_trans", "_trans" if by_depth[1] else ""]
    suffix = "" if dtype == "float16" else f"_{dtype}"
    require(dtype == "float16" or all(by_depth), "bfloat16 needs both operands along the depth")
    d.uses(FLOAT16 if dtype == "float16" else BFLOAT16)
    for block in (*f.reads, f.product):
        d.set_scope(block, 0, "warp")
    init = d.decompose_reduction(f.product, f.outer, to="init")
    (zero,) = d.get_child_blocks(init, to="zero")
    d.tensorize(d.loops(zero, "zero_i zero_j", last=2)[0], "mma_fill_16x16_f32")
    for operand, name in enumerate("ab"):
        intrinsic = f"mma_ldmatrix_f16_{name}{trans[operand]}_dyn{suffix}"
        d.tensorize(f.reads[operand], intrinsic)
    either = "".join(f"{t}_{name}" for t, name in zip(trans, "ab", strict=True) if t)
    d.tensorize(f.product, f"mma_f16f16f32{either}{suffix}")
    d.step("tensorize", "ldmatrix loads four 8 x 8 matrices; two mma.sync multiply them")


def swizzle(d: Draft, f: Fragments) -> None:
    """Store piece c (16 bytes) of row r at c ^ (r % 8), so that a column covers all banks."""
    for block in (*f.copies, *f.reads):
        d.annotate(block, "permuted_layout", 1)
    d.step("swizzle", "piece c of row r is stored at c ^ (r % 8): a column covers all banks")


def pipeline_fragments(d: Draft, f: Fragments, stages: int) -> None:
    """Load fragments one step ahead, and slices by cp.async while others are multiplied."""
    pipeline(d, f.inner, [0, 0, 1], [0, 1, 2])
    copy_ahead(d, f.outer, stages, rows=True, rewrite=True)
    ahead = f"cp.async: {stages - 1} slices in flight"
    d.step("pipeline", f"{ahead}; ldmatrix one step ahead of mma.sync")
    unroll_inside(d, f.inner, 8192)
    d.step("unroll", "two sets of fragments alternate: unrolled, each has its own registers")


# --- wgmma ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class GroupTile:
    """Warpgroups of a block, each with 64 rows of C, and the columns of a block."""

    groups: int
    columns: int

    @property
    def block(self) -> tuple[int, int]:
        return self.groups * GROUP_M, self.columns

    @property
    def own(self) -> tuple[int, int]:
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
    d.uses(HOPPER.format(dtype=dtype, rows=tile.block[0], columns=columns))
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


# --- the recipe -----------------------------------------------------------------------------------


GROUP_TILES = [GroupTile(2, 256), GroupTile(2, 128), GroupTile(1, 256), GroupTile(1, 128)]
FRAGMENT_TILES = [
    FragmentTile((2, 4), (4, 4)),
    FragmentTile((2, 2), (4, 4)),
    FragmentTile((2, 2), (4, 4), 2),
    FragmentTile((2, 2), (2, 4)),
    FragmentTile((1, 4), (4, 2)),
    FragmentTile((2, 2), (2, 2)),
]


def tensor_choices(group: Group, arch: str) -> Choices:
    """The choices on tensor cores: for 16-bit floats accumulated in float32, if there are as many
    rows and columns as one tile has, or more, and several slices. None otherwise."""
    roles, main = group.roles, group.main
    half = {access.dtype for access in roles.operands} in ({"float16"}, {"bfloat16"})
    rows, columns, depth = map(main.extent, (roles.rows, roles.columns, roles.depth))
    fragments = [
        tile
        for tile in FRAGMENT_TILES
        if rows >= tile.block[0] and columns >= tile.block[1] and depth > tile.block[2]
    ]
    if not (fragments and half and main.write.dtype == "float32"):
        return {}
    groups = [tile for tile in GROUP_TILES if arch == HOPPER_ARCH and fits(group, tile)]
    tiles = [*by_cost(group, groups), *by_cost(group, fragments)]
    if groups:
        return {"fragments": tiles, "stages": [4, 3], "producer": [True, False]}
    return {"fragments": tiles, "stages": [3, 4], "swizzle": [True, False]}


def write_tensor_cores(d: Draft, group: Group, n: Numbers) -> None:
    """A GEMM on tensor cores."""
    tile = n["fragments"]
    if isinstance(tile, GroupTile):
        write_warpgroups(d, group, tile, n["stages"], n["producer"])
        return
    as_matmul(d, group)
    pad(d, group, tile.block)
    fragments = tile_warps(d, group, tile)
    share_slices(d, fragments, tile)
    read_fragments(d, fragments)
    write_fragments(d, fragments)
    tensorize(d, fragments, group.roles.operands[0].dtype)
    if n.get("swizzle", True):
        swizzle(d, fragments)
    pipeline_fragments(d, fragments, n["stages"])
