"""Moves of GEMMs: any layout, batches, convolutions as implicit GEMMs; on CUDA cores."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from tvm import tirx

from ..core.schedule_moves import PRODUCT_ORDER_MARK
from .draft import Block, Code, Draft, Named
from .facts import Stage, itemsize
from .groups import Contraction, Group
from .moves import VECTOR_BYTES, WARP, require, unroll_inside

SHARED = "shared.dyn"


@dataclass
class Matmul:
    """A GEMM under way: its block, the block that writes the result, and loops by role."""

    stage: Stage
    roles: Contraction
    block: Block
    write: Block | None = None
    batch: list[Named] = field(default_factory=list)
    k_outer: Named | None = None
    k_inner: Named | None = None
    copies: list[Named] = field(default_factory=list)
    thread: Named | None = None

    def extent(self, names: tuple[str, ...]) -> int:
        return self.stage.extent(names)

    def along_depth(self, operand: int) -> bool:
        """Whether an operand's adjacent elements in memory lie along the depth."""
        return set(self.roles.operands[operand].last) <= set(self.roles.depth)

    def vector(self, operand: int) -> int:
        """How many adjacent elements of an operand one load may take."""
        access = self.roles.operands[operand]
        side = self.roles.columns if operand else self.roles.rows
        names = self.roles.depth if self.along_depth(operand) else side
        run = access.run(names, self.stage.spatial | self.stage.reduced)
        return math.gcd(run, VECTOR_BYTES // itemsize(access.dtype))

    def position(self, operand: int) -> int:
        """The operand's position among the reads of the block."""
        return self.stage.reads.index(self.roles.operands[operand])


def fused(names: tuple[str, ...], extents: dict[str, int]) -> str:
    """The index of several iterators as one: (n * 56 + h) * 56 + w."""
    if not names:
        return "0"
    text = names[0].removeprefix("v_")
    for number, name in enumerate(names[1:]):
        text = f"({text})" if number else text
        text = f"{text} * {extents[name]} + {name.removeprefix('v_')}"
    return text


def as_matmul(d: Draft, group: Group) -> Matmul:
    """Give a convolution, or a GEMM over several axes, the form of a (batched) GEMM.

        for n, h, w, o, y, x, c: C[n, h, w, o] += A[n, h + y, w + x, c] * B[y, x, c, o]
    becomes
        A_reindex[(n * H + h) * W + w, (y * 3 + x) * C + c] = A[n, h + y, w + x, c]
        for i, j, k: C_reindex[i, j] += A_reindex[i, k] * B_reindex[k, j]
        C[...] = C_reindex[...]

    The copies are inlined later, so memory never holds them.
    """
    assert group.contraction
    stage, roles = group.main, group.contraction
    extents = stage.spatial | stage.reduced
    matmul = Matmul(stage, roles, stage.name)
    sides = (roles.rows, roles.columns, roles.depth)
    simple = all(len(side) == 1 for side in sides) and all(a.plain for a in roles.operands)
    if simple and len(roles.batch) + 3 == len(extents):
        return matmul
    for target in (("read", 0), ("read", 1), ("write", 0)):
        d.reindex(stage.name, target)
    for operand, side in enumerate((roles.rows, roles.columns)):
        order = (side, roles.depth) if matmul.along_depth(operand) else (roles.depth, side)
        names = stage.order()
        dims = roles.operands[operand].dims
        # TVM drops an iterator of extent 1 that is added to another.
        kept = {n for dim in dims for n in dim if len(dim) == 1 or extents[n] > 1}
        used = [name for name in names if name in kept]
        target = ("read", matmul.position(operand))
        d.transform_layout(stage.name, target, index_map(used, (roles.batch, *order), extents))
    output = (roles.batch, roles.rows, roles.columns)
    spatial = index_map(list(stage.spatial), output, extents)
    d.transform_layout(stage.name, ("write", 0), spatial)
    d.transform_block_layout(stage.name, index_map(stage.order(), (*output, roles.depth), extents))
    write = inline_results(d, matmul, group)
    assert write is not None
    d.transform_block_layout(write, spatial)
    matmul.write = write
    d.step("gemm", "the same sums as a GEMM: rows, columns and depth are fused axes")
    return matmul


def index_map(names: list[str], parts: tuple[tuple[str, ...], ...], extents: dict) -> Code:
    """A lambda from iterators to the fused parts; a batch stays several axes."""
    batch, *rest = parts
    texts = [name.removeprefix("v_") for name in batch] + [fused(part, extents) for part in rest]
    arguments = ", ".join(name.removeprefix("v_") for name in names)
    return Code(f"lambda {arguments}: ({', '.join(texts)})")


def inline_results(d: Draft, matmul: Matmul, group: Group) -> Block | None:
    """Inline the copies between the GEMM and the stage that writes the result, and return that
    stage; None if the GEMM writes it."""
    final = (group.last or group.main).write.buffer
    block = d.sch.get_sblock(matmul.stage.name)
    chain: list[str] = []
    while str(d.sch.get(block).writes[0].source.name) != final:
        (block,) = d.sch.get_consumers(block)
        chain.append(str(d.sch.get(block).name_hint))
    for name in chain[:-1]:
        d.compute_inline(name)
    return chain[-1] if chain else None


def pad(d: Draft, matmul: Matmul, group: Group, tile: tuple[int, int, int]) -> None:
    """Pad a GEMM to multiples of its tile by zeros, which no memory holds.

        for i, j, k in T.grid(1000, 776, 520): C[i, j] += A[i, k] * B[k, j]
    becomes, for tiles of 64 x 64 x 16,
        A_pad[i, k] = A[i, k] if i < 1000 and k < 520 else 0
        for i, j, k in T.grid(1024, 832, 528): C_pad[i, j] += A_pad[i, k] * B_pad[k, j]
        for i, j in T.grid(1000, 776): C[i, j] = C_pad[i, j]
    """
    roles = matmul.roles
    extents = [matmul.extent(side) for side in (roles.rows, roles.columns, roles.depth)]
    if all(extent % size == 0 for extent, size in zip(extents, tile, strict=True)):
        return
    factors = dict(zip((roles.rows, roles.columns, roles.depth), tile, strict=True))
    if matmul.write is None:
        by_name = {side[0]: size for side, size in factors.items()}
        padding = [by_name.get(name, 1) for name in matmul.stage.order()]
    else:
        padding = [1] * len(roles.batch) + list(tile)
    d.pad_einsum(matmul.block, padding)
    matmul.write = inline_results(d, matmul, group)
    d.step("pad", "tiles at the edges compute with zeros, so that no loop needs a condition")


def ordered_loops(d: Draft, matmul: Matmul) -> list[Named]:
    """The loops of the GEMM by role: batch, rows, columns, depth."""
    loops = d.loops(matmul.block, "")
    names = matmul.stage.order()
    if len(loops) == len(names) and len(matmul.roles.rows) == 1:
        by_name = dict(zip(names, loops, strict=True))
        roles = matmul.roles
        return [by_name[n] for n in (*roles.batch, *roles.rows, *roles.columns, *roles.depth)]
    return loops


def write_from_registers(d: Draft, matmul: Matmul, group: Group) -> None:
    """Keep the accumulators in registers; the last stage, or a copy, writes the result."""
    write = matmul.write or inline_results(d, matmul, group)
    if write is None:
        write = d.cache_write(matmul.block, 0, "local", to="write")
    else:
        d.set_scope(matmul.block, 0, "local")
    matmul.write = write


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
    def elements(self) -> tuple[int, int]:
        """The accumulators of a thread."""
        rows, columns = (v * n for v, n in zip(self.vthreads, self.items, strict=True))
        return rows, columns

    @property
    def threads(self) -> tuple[int, int]:
        return math.prod(self.warps), math.prod(self.lanes)


def tile_block(d: Draft, matmul: Matmul, group: Group, tile: LaneTile) -> None:
    """Blocks, virtual threads and lanes over C; accumulators in registers.

        for i, j, k in T.grid(M, N, K): C[i, j] += A[i, k] * B[k, j]
    becomes, for 4 x 2 warps of 4 x 8 lanes and 2 x 2 virtual threads of 4 x 4 elements,
        for by, bx (blockIdx), vy, vx (vthread), thread (threadIdx.x):
            for k: for y, x in T.grid(4, 4): C_local[...] += A[...] * B[...]
            for y, x in T.grid(4, 4): C[...] = C_local[...]
    """
    *batch, i, j, k = ordered_loops(d, matmul)
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
    write_from_registers(d, matmul, group)
    assert matmul.write is not None
    d.reverse_compute_at(matmul.write, thread, preserve_unit_loops=True)
    matmul.thread, matmul.k_outer = thread, k
    rows, columns = tile.elements
    d.step(
        "thread_tile",
        f"{rows} x {columns} accumulators per thread in registers: a loaded value feeds a row",
    )


def axis(tile: LaneTile, side: int) -> list[int]:
    return [tile.warps[side], tile.vthreads[side], tile.lanes[side], tile.items[side]]


def share_operands(d: Draft, matmul: Matmul, threads: int, block_k: int) -> None:
    """Slices of both operands through shared memory, as [k][i] and [k][j], loaded by all threads.

        for k: C_local[...] += A[i, k] * B[k, j]
    becomes, for slices of 16,
        for k_outer in range(K // 16):
            A_shared[k, i], B_shared[k, j] = ...     # adjacent threads load adjacent elements
            for k_inner in range(16): C_local[...] += A_shared[k, i] * B_shared[k, j]
    """
    outer, inner = d.split(matmul.k_outer, [None, block_k], to="k_outer k_inner")
    matmul.k_outer, matmul.k_inner = outer, inner
    matmul.copies = []
    for operand, name in enumerate(("a_shared", "b_shared")):
        copy = d.cache_read(matmul.block, matmul.position(operand), SHARED, to=name)
        d.compute_at(copy, outer, preserve_unit_loops=True)
        inline_operand(d, copy)
        rank = len(d.sch.get(copy.variable).writes[0].region)
        loops = d.loops(copy, "", last=rank)
        element = d.fuse(*loops, to="element")
        vector = matmul.vector(operand)
        if matmul.along_depth(operand):
            vector = 1
        vector = math.gcd(vector, d.extent(element))
        _, thread, lane = d.split(element, [None, threads, vector], to="_ fetch lane")
        d.bind(thread, "threadIdx.x")
        if vector > 1:
            d.vectorize(lane)
        if matmul.along_depth(operand):
            # The shared tile has the depth outermost, as the other operand's.
            d.transform_layout(copy, ("write", 0), swap_last(rank))
            d.storage_align(copy, 0, axis=rank - 2, factor=WARP, offset=4)
        matmul.copies.append(copy)
    d.step("share", "slices of A and B in shared memory: each is loaded once per block")


def swap_last(rank: int) -> Code:
    batch = [f"z{number}" for number in range(rank - 2)]
    return Code(f"lambda {', '.join([*batch, 'i', 'k'])}: ({', '.join([*batch, 'k', 'i'])})")


def inline_operand(d: Draft, copy: Block) -> None:
    """Inline the stages that make an operand (padding, a reindexed axis, the user's own) into the
    copy that reads it, unless they belong to another kernel."""
    while True:
        producers = d.sch.get_producers(copy.variable if isinstance(copy, Named) else copy)
        inline = [producer for producer in producers if is_unbound_copy(d, producer)]
        if not inline:
            return
        names = ["_" if each is not inline[0] else "source" for each in producers]
        sources = d.get_producers(copy, to=" ".join(names))
        d.compute_inline(next(source for source in sources if source.name != "_"))


def is_unbound_copy(d: Draft, block: Any) -> bool:
    """Whether a stage without a reduction is not scheduled yet."""
    loops = [d.sch.get(loop) for loop in d.sch.get_loops(block)]
    reduces = any(int(var.iter_type) != tirx.IterVar.DataPar for var in d.sch.get(block).iter_vars)
    return not reduces and all(loop.thread_binding is None for loop in loops)


def read_registers(d: Draft, matmul: Matmul) -> None:
    """Read a row of each slice to registers by vectors, ahead of the FMAs.

    for y, x: C[y, x] += A_shared[k, y] * B_shared[k, x]
    becomes
    a[0:4] = A_shared[k, 0:4]; b[0:4] = B_shared[k, 0:4]; for y, x: C[y, x] += a[y] * b[x]
    """
    for operand, name in enumerate(("a_local", "b_local")):
        copy = d.cache_read(matmul.block, matmul.position(operand), "local", to=name)
        d.compute_at(copy, matmul.k_inner, preserve_unit_loops=True)
        (lane,) = d.loops(copy, "lane", last=1)
        d.vectorize(lane)
    d.step("registers", "operands of a thread are contiguous in groups of four: LDS.128")


def vectorize_write(d: Draft, matmul: Matmul) -> None:
    """Store the result's adjacent columns by one instruction."""
    assert matmul.write is not None
    (lane,) = d.loops(matmul.write, "lane", last=1)
    d.vectorize(lane)
    d.step("vectorize_write", "adjacent columns of C by one store")


def start_at_zero(d: Draft, matmul: Matmul) -> None:
    d.decompose_reduction(matmul.block, matmul.k_outer)
    d.step("init", "zero the accumulators before the loop, not by a test inside it")


def unroll_rows(d: Draft, matmul: Matmul) -> None:
    """Write out the rows of a slice, which makes all indexes of registers constants."""
    unroll_inside(d, matmul.k_inner, 8192)
    d.step("unroll", "the rows of a slice are written out: no loop counter, constant addresses")


def order_products(d: Draft, matmul: Matmul, columns: int) -> None:
    """Write out the FMAs of a row so that neighbours share a factor, every other row backwards.

    for y, x in T.grid(4, 4): C[y, x] += a[y] * b[x]
    becomes
    C[0, 0] += a[0] * b[0]; C[0, 1] += a[0] * b[1]; ...; C[1, 3] += a[1] * b[3]; ...
    """
    y, _ = d.loops(f"{matmul.stage.name}_update", "y _", last=2)
    d.annotate(y, PRODUCT_ORDER_MARK, columns)
    d.step("order_products", "neighbouring FMAs share an operand, which the operand cache keeps")


def pipeline_rows(d: Draft, matmul: Matmul) -> None:
    """Load the next row of the slices to registers during this row's FMAs.

    for k_inner: load(k_inner); fma(k_inner)
    becomes
    load(0); for k_inner: load(k_inner + 1); fma(k_inner)
    """
    d.annotate(matmul.k_inner, "software_pipeline_stage", [0, 0, 1])
    d.annotate(matmul.k_inner, "software_pipeline_order", [0, 1, 2])
    d.step("pipeline_registers", "a shared load takes about 30 cycles: start it one row ahead")


def copy_ahead(d: Draft, outer: Named, stages: int, rows: bool) -> None:
    """Have cp.async load slices ahead in a loop over slices; `rows` says whether the rows of a
    slice are pipelined too.
    """
    require(stages >= 3 or not rows, "rows of a slice can be loaded ahead from 3 stages on")
    last, slices = stages - 1, d.extent(outer)
    # Otherwise TVM cannot tell how many copies a wait leaves in flight.
    require(slices >= last or not rows, f"{slices} slices: {last} are to be in flight")
    stage, order = [0, 0, last], [0, 1, 2]
    if rows:
        # Copy A, copy B, load the first row, then all rows except the last, and the last.
        stage, order = [0, 0, last - 1, last, last], [0, 1, 3, 2, 4]
    d.annotate(outer, "software_pipeline_async_stages", [0])
    d.annotate(outer, "software_pipeline_stage", stage)
    d.annotate(outer, "software_pipeline_order", order)
    d.async_copy = True


def pipeline_slices(d: Draft, matmul: Matmul, stages: int, rows: bool) -> None:
    """Load the next slices by cp.async while this one is multiplied; `rows` says whether the rows
    of a slice are pipelined too.

    for k_outer: copy(k_outer); multiply(k_outer)
    becomes
    copy(0); copy(1); for k_outer: cp.async(k_outer + 2); wait; multiply(k_outer)
    """
    assert matmul.k_outer
    copy_ahead(d, matmul.k_outer, stages, rows)
    d.storage_rewrite = False
    d.step("pipeline_async", f"cp.async: {stages - 1} slices are in flight while one is multiplied")
