"""Moves: schedule transformations with a condition and an effect, each a function over a `Draft`.

A docstring shows the loops before and after. Numbers are arguments; a move whose numbers do not fit
the loops raises NotApplicable with the reason. Recipes (`find`) apply them in order to a
computation without a schedule, `next_moves` (`advise`, `find --from`) wherever they fit in any
schedule.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from tvm import s_tir, tirx

from ..core.schedule_moves import PRODUCT_ORDER_MARK
from .draft import Block, Draft, Named, require
from .facts import Nest, Stage, itemsize

WARP = 32
VECTOR_BYTES = 16
# A copy with this annotation becomes a load to registers and a store from there.
LOCAL_STAGE = "tirx.manifest_shared_memory_local_stage"


def block_of(d: Draft, block: Block) -> s_tir.SBlock:
    return d.sch.get(block.variable if isinstance(block, Named) else d.sch.get_sblock(block))


def rank_of(d: Draft, block: Block) -> int:
    """The number of dimensions that a block writes."""
    return len(block_of(d, block).writes[0].region)


def position_of(d: Draft, block: Block, buffer: str) -> int:
    """The position of a buffer among the reads of a block."""
    return [str(region.source.name) for region in block_of(d, block).reads].index(buffer)


def mark(d: Draft, block: str, key: str, value: Any) -> None:
    d.annotate(d.get_sblock(block, to="block"), key, value)


# --- elements -------------------------------------------------------------------------------------


def bind_elements(d: Draft, block: Block, count: int, threads: int = 256, vector: int = 1) -> Named:
    """A thread per `vector` adjacent elements; adjacent threads have adjacent elements.

        for i, j in T.grid(1000, 776): C[i, j] = ...
    becomes, for 256 threads and vectors of 4,
        for block in T.thread_binding(758, "blockIdx.x"):
            for thread in T.thread_binding(256, "threadIdx.x"):
                for lane in range(4): C[...] = ...

    `count` is the number of loops over elements; loops of a reduction stay inside. Returns the
    thread's loop.
    """
    if not d.loops_of(block):
        element = d.add_unit_loop(block, to="element")
    else:
        loops = d.loops(block, "")
        require(count > 0, "no loop over elements")
        element = d.fuse(*loops[:count], to="element")
    require(d.extent(element) % vector == 0, f"{vector} does not divide the elements")
    if vector > 1:
        element, lane = d.split(element, [None, vector], to="piece lane")
    threads = min(threads, d.extent(element))
    block_loop, thread = d.split(element, [None, threads], to="block thread")
    d.bind(block_loop, "blockIdx.x")
    d.bind(thread, "threadIdx.x")
    if vector > 1:
        rest = loops[count:]
        if rest:
            d.reorder(*rest, lane)
    return thread


def vectorize_last(d: Draft, block: Block) -> None:
    """Access the innermost loop's elements by one instruction.

    for lane in range(4): C[i * 4 + lane] = ...   becomes   C[i * 4 : i * 4 + 4] = ...
    """
    (lane,) = d.loops(block, "lane", last=1)
    d.vectorize(lane)


def serial_reduction(
    d: Draft, stage: Stage, last: Block | None, vector: int, rows: int = 1
) -> None:
    """A thread per element (or per `vector` adjacent ones, in each of `rows` rows) that reduces
    serially in registers. Rows below each other share most of a window's loads.

        for i, k in T.grid(100, 8): S[i] += A[i, k]
        for i in range(100): C[i] = S[i] * 2
    becomes
        for block, thread: for k in range(8): S_local[0] += A[...]
                           C[block * 256 + thread] = S_local[0] * 2
    """
    if last is None:
        last = d.cache_write(stage.name, 0, "local", to="write")
    else:
        d.set_scope(stage.name, 0, "local")
    count = len(stage.spatial)
    if rows > 1:
        loops = d.loops(stage.name, "")
        outer, row = d.split(loops[count - 2], [None, rows], to="rows row")
        d.reorder(*loops[: count - 2], outer, *loops[count - 1 :], row)
    thread = bind_elements(d, stage.name, count, vector=vector)
    d.reverse_compute_at(last, thread, preserve_unit_loops=True)
    results = f"{rows * vector} results" if rows * vector > 1 else "result"
    d.step("bind", f"a thread per {results}: it accumulates in registers and writes once")
    inner = d.loops(stage.name, "")[2:]
    if inner:
        d.decompose_reduction(stage.name, inner[0])
        d.step("init", "zero the accumulator before the loop, not by a test inside it")


# --- copies ---------------------------------------------------------------------------------------


def distribute(
    d: Draft, copy: Block, threads: dict[str, int], vector: int, full: bool = True
) -> None:
    """Divide a copy among the threads of a block; each moves `vector` adjacent elements.

    for i, j in T.grid(16, 64): S[i, j] = A[...]   becomes, for 256 threads
    for f, thread in T.grid(4, 256): S[...] = A[...]            # thread over threadIdx.x

    With `full`, every thread has to have a vector.
    """
    element = d.fuse(*d.loops(copy, "", last=rank_of(d, copy)), to="element")
    pieces = math.prod(threads.values()) * vector
    require(not full or d.extent(element) >= pieces, "more threads than elements")
    names = " ".join(["_", *(f"fetch_{tag[-1]}" for tag in threads), *["lane"][: vector - 1]])
    _, *loops = d.split(element, [None, *threads.values(), *[vector][: vector - 1]], to=names)
    for loop, tag in zip(loops, threads, strict=False):
        d.bind(loop, tag)
    if vector > 1:
        d.vectorize(loops[-1])


def share_operand(
    d: Draft,
    block: Block,
    read: int,
    loop: Named,
    threads: dict[str, int],
    vector: int,
    scope: str = "shared",
    to: str = "copy",
    full: bool = True,
) -> Named:
    """One operand of a block in shared memory: each iteration of `loop` copies its slice.

        for k in range(K): C += A[k] * ...
    becomes
        for k in range(K): A_shared[...] = A[k]; C += A_shared[...] * ...
    """
    copy = d.cache_read(block, read, scope, to=to)
    d.compute_at(copy, loop, preserve_unit_loops=True)
    inline_operand(d, copy)
    distribute(d, copy, threads, vector, full)
    return copy


def share_whole(d: Draft, nest: Nest, reads: Sequence[int], threads: dict[str, int]) -> None:
    """Copy operands that all threads of a block read to shared memory.

        for block, thread: for k in range(K): C += A[thread, k] * x[k]
    becomes
        for block: x_shared[0:K] = x[0:K]; for thread: for k in range(K): C += ... * x_shared[k]
    """
    loops = d.named(nest.name)
    block = max(i for i, loop in enumerate(nest.loops) if loop.bound("blockIdx"))
    for read in reads:
        width = VECTOR_BYTES // itemsize(str(nest.node.reads[read].source.dtype))
        share_operand(d, nest.name, read, loops[block], threads, width, full=False)


def share_slices(
    d: Draft,
    nest: Nest,
    reads: Sequence[tuple[str, int]],
    threads: dict[str, int],
    depth: int,
    vector: int,
) -> None:
    """Copy slices of the operands of a reduction to shared memory, together. `reads` are the blocks
    that read them (the reduction, or copies to registers), with the position of the read.

        for k in range(K): C += A[k] * B[k]
    becomes, for a depth of 16
        for k, k_inner in T.grid(K // 16, 16):
            A_shared[...] = A[k * 16 : ...]; B_shared[...] = B[k * 16 : ...]
            C += A_shared[...] * B_shared[...]
    """
    loops = d.named(nest.name)
    first = nest.depth[0]
    outer = loops[first]
    if len(nest.depth) == 1:
        require(nest.loops[first].extent > depth, "fewer terms than a slice")
        outer, inner = d.split(outer, [None, depth], to=f"{outer} k_inner")
        tile = [loops[i] for i in range(nest.last_bound + 1, len(loops)) if i != first]
        if first > nest.last_bound + 1:
            d.reorder(outer, inner, *tile)
    else:
        require(first == nest.last_bound + 1, "the loop over slices is not outermost")
        require(depth == 16, "the slices have their depth")
    for block, position in reads:
        share_operand(d, block, position, outer, threads, vector)


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


def load_to_registers(
    d: Draft, block: Block, read: int, loop: Named, to: str = "copy", wide: bool = True
) -> None:
    """Load an operand's elements of one iteration to registers, by vectors of at most 16 bytes.

        for v in range(8): S += A[k * 8 + v]
    becomes
        A_local[0:8] = A[k * 8 : k * 8 + 8]
        for v in range(8): S += A_local[v]
    """
    dtype = str(block_of(d, block).reads[read].source.dtype)
    copy = d.cache_read(block, read, "local", to=to)
    d.compute_at(copy, loop, preserve_unit_loops=True)
    if wide:
        vectorize_copy(d, copy, dtype)


def vectorize_copy(d: Draft, copy: Block, dtype: str) -> None:
    """Copy by vectors of at most 16 bytes.

    for lane in range(4): S[i * 4 + lane] = ...   becomes   S[i * 4 : i * 4 + 4] = ...
    """
    (lane,) = d.loops(copy, "copy_lane", last=1)
    width = math.gcd(d.extent(lane), VECTOR_BYTES // itemsize(dtype))
    if width == 1:
        return
    if width < d.extent(lane):
        _, lane = d.split(lane, [None, width], to="_ copy_lane")
    d.vectorize(lane)


def pad_rows(d: Draft, copy: Block, axis: int, size: int, dtype: str) -> None:
    """Pad rows in shared memory by `size` bytes, so that the elements of a column lie in different
    banks."""
    d.storage_align(copy, 0, axis=axis, factor=WARP, offset=max(1, size // itemsize(dtype)))


# --- loops of a reduction -------------------------------------------------------------------------


def keep_in_registers(d: Draft, block: Block, thread: Named, write: Block | None = None) -> Block:
    """Accumulate in registers; `write`, by default a copy, writes the result, and is returned.

        for thread: for k: C[thread] += ...
    becomes
        for thread: (for k: C_local[0] += ...); C[thread] = C_local[0]
    """
    if write is None:
        write = d.cache_write(block, 0, "local", to="write")
    else:
        d.set_scope(block, 0, "local")
    d.reverse_compute_at(write, thread, preserve_unit_loops=True)
    return write


def unroll_inside(d: Draft, loop: Named, most: int = 1024) -> None:
    """Have the compiler unroll the loops in `loop`, so that their loads are in flight together.

    for k in range(9): S += A[...]   is emitted with   #pragma unroll
    """
    d.annotate(loop, "pragma_auto_unroll_max_step", most)
    d.annotate(loop, "pragma_unroll_explicit", 0)


def unroll_steps(d: Draft, step: Named, most: int) -> None:
    """Unroll a few steps of a loop over loads, so that a thread has several in flight.

    for step in range(64): S += A[step]
    becomes
    for step in range(16):
        for few in range(4): S += A[step * 4 + few]        # with #pragma unroll
    """
    count = math.gcd(most, d.extent(step))
    if 2 * count <= most:
        count = min(most, d.extent(step))
    if count > 1:
        _, few = d.split(step, [None, count], to="_ few")
        unroll_inside(d, few)
        d.step("unroll", f"{count} steps unrolled: all their loads are in flight together")


def order_products(d: Draft, block: Block, columns: int) -> None:
    """Write out the FMAs of a row so that neighbours share a factor, every other row backwards.

    for y, x in T.grid(4, 4): C[y, x] += a[y] * b[x]
    becomes
    C[0, 0] += a[0] * b[0]; C[0, 1] += a[0] * b[1]; ...; C[1, 3] += a[1] * b[3]; ...
    """
    y, _ = d.loops(block, "y _", last=2)
    d.annotate(y, PRODUCT_ORDER_MARK, columns)


def pipeline(
    d: Draft, loop: Named, stage: list[int], order: list[int], ahead: bool = False
) -> None:
    """Give each statement of a loop its stage and its position; with `ahead`, those of stage 0 are
    asynchronous.

    for k: copy(k); multiply(k)   becomes   copy(0); for k: copy(k + 1); multiply(k)
    """
    if "software_pipeline_stage" in d.sch.get(loop.variable).annotations:
        d.unannotate(loop, "software_pipeline_stage")
        d.unannotate(loop, "software_pipeline_order")
    if ahead:
        d.annotate(loop, "software_pipeline_async_stages", [0])
    d.annotate(loop, "software_pipeline_stage", stage)
    d.annotate(loop, "software_pipeline_order", order)


def copy_ahead(
    d: Draft, loop: Named, stages: int, rows: bool, copies: int = 2, rewrite: bool = False
) -> None:
    """Have cp.async load slices ahead in a loop over slices; `rows` says whether the rows of a
    slice are pipelined too. The first `copies` statements of the loop are its copies.

    for k_outer: copy(k_outer); multiply(k_outer)
    becomes
    copy(0); copy(1); for k_outer: cp.async(k_outer + 2); wait; multiply(k_outer)

    cp.async of 16 bytes needs StorageRewrite off, except with `rewrite`, where no buffer is shared.
    """
    require(stages >= 3 or not rows, "rows of a slice can be loaded ahead from 3 stages on")
    last, slices = stages - 1, d.extent(loop)
    # Otherwise TVM cannot tell how many copies a wait leaves in flight.
    require(slices >= last or not rows, f"{slices} slices: {last} are to be in flight")
    n = copies
    # With rows: the copies, load the first row, then all rows except the last, and the last.
    stage = [0] * n + ([last - 1, last, last] if rows else [last])
    order = [*range(n), *([n + 1, n, n + 2] if rows else [n])]
    pipeline(d, loop, stage, order, ahead=True)
    d.options(async_copy=True)
    if not rewrite:
        d.options(storage_rewrite=False)


def stage_copies(d: Draft, copies: Sequence[Nest], nest: Nest) -> None:
    """Copies in two statements, a load to registers and a store from there, pipelined."""
    for copy in copies:
        mark(d, copy.name, LOCAL_STAGE, 1)
        mark(d, copy.name, "double_buffer_scope", 0)
    n = len(copies)
    order = [place for number in range(n) for place in (number, n + 1 + number)]
    loop = d.loops(nest.name, "")[nest.depth[0]]
    pipeline(d, loop, [0] * (2 * n) + [1], [*order, n])


# --- before loops are bound -----------------------------------------------------------------------


def swapped(order: Sequence[Named], new: dict[Named, Named]) -> list[Named]:
    """Loops in order, with new ones in place of those that were split."""
    return [new.get(loop, loop) for loop in order]


def tile_threads(d: Draft, nest: Nest, counts: dict[int, int], near: bool) -> None:
    """Several elements per thread along some sides.

        for i, j (bound), k: C[i, j] += ...
    becomes, for 4 elements along j
        for i, j (bound), k, item in T.grid(..., 4): C[i, j * 4 + item] += ...

    The elements are as far apart as the outermost loop of the side steps; with `near`, adjacent.
    """
    order = d.named(nest.name)
    items = []
    for side, count in counts.items():
        own = [order[i] for i, loop in enumerate(nest.loops) if side in loop.iters]
        require(bool(own), "no loop over this side")
        if count == 1:
            continue
        if near and len(own) > 1:
            first, last = own[:2]
            size = d.extent(last)
            d.reorder(first, last, *(loop for loop in order if loop not in (first, last)))
            whole = d.fuse(first, last, to="whole")
            a, b, item = d.split(whole, [None, size, count], to=f"{first} {last} item")
            order = swapped(order, {first: a, last: b})
        else:
            a, item = d.split(own[0], [None, count], to=f"{own[0]} item")
            order = swapped(order, {own[0]: a})
        items.append(item)
    d.reorder(*order, *items)


def stride_threads(d: Draft, nest: Nest, width: int, first: int) -> None:
    """Virtual threads along sides on which a thread has adjacent elements; the loops from position
    `first` on are a block's.

        for tx, x in T.grid(16, 8): C[tx * 8 + x] += ...
    becomes, for a width of 1
        for vx (vthread), tx, x in T.grid(8, 16, 1): C[vx * 16 + tx] += ...
    """
    order, virtual = d.named(nest.name), []
    for side in range(len(nest.node.iter_vars)):
        own = [order[i] for i, loop in enumerate(nest.loops) if side in loop.iters and loop.serial]
        count = d.extent(own[-1]) if own else 0
        if side in nest.reduced or len(own) < 2 or count <= width or count % width:
            continue
        thread, item = own[-2:]
        inside = order[order.index(thread) :]
        rest = (loop for loop in inside if loop not in (thread, item))
        d.reorder(*virtual, thread, item, *rest)
        whole = d.fuse(thread, item, to="whole")
        names = f"v{'xyz'[len(virtual)]} {thread} {item}"
        v, a, b = d.split(whole, [count // width, None, width], to=names)
        order = swapped(order, {thread: a, item: b})
        virtual.append(v)
    require(bool(virtual), "no thread has several adjacent elements")
    d.reorder(*virtual, *order[first:])
    for axis, v in zip("xyz", virtual, strict=False):
        d.bind(v, f"vthread.{axis}")


def order_lanes(d: Draft, nest: Nest, width: int) -> None:
    """The lanes of a warp in Z-order: lane n ^ 1 has the row of lane n, and lane n ^ 2 its column.

    for thread in range(256)   becomes, for warps of 4 x 8 lanes,
    for warp, row, column, row_low, column_low in T.grid(8, 2, 4, 2, 2)
    """
    order = d.named(nest.name)
    sides = {i for i in range(len(nest.node.iter_vars)) if i not in nest.reduced}
    shared = [i for i, loop in enumerate(nest.loops) if loop.serial and len(loop.iters & sides) > 1]
    require(bool(shared), "no loop over lanes of two sides")
    lanes = order[shared[-1]]
    require(d.extent(lanes) % WARP == 0, "no whole warps")
    names = "warp row row_low column column_low"
    warp, y, row, x, column = d.split(lanes, [None, WARP // width // 2, 2, width // 2, 2], to=names)
    d.reorder(warp, y, x, row, column)
    d.fuse(warp, y, x, row, column, to=str(lanes))


def split_lane(d: Draft, nest: Nest, vector: int) -> None:
    """Adjacent elements of a thread as a vector.

        for i, thread in T.grid(16, 256): B[i * 256 + thread] = A[...]
    becomes, for vectors of 4
        for i, thread in T.grid(4, 256): B[(i * 256 + thread) * 4 : ...] = A[...]
    """
    loops = d.named(nest.name)
    own = [
        i for i, loop in enumerate(nest.loops) if loop.serial and loop.iters == nest.loops[-1].iters
    ]
    require(bool(own) and own == list(range(own[0], len(loops))), "other loops in between")
    require(vector > 1, "an element is as wide as an access")
    chain = [loops[i] for i in own]
    sizes = [d.extent(loop) for loop in chain[1:]]
    whole = d.fuse(*chain, to="whole")
    *_, lane = d.split(whole, [None, *sizes, vector], to=" ".join([*map(str, chain), "lane"]))
    d.vectorize(lane)


def group_blocks(d: Draft, block: str) -> None:
    """Blocks in panels of 8, so that those that run together share operands in L2.

    for by, bx in T.grid(32, 32)   becomes   for by, panel in T.grid(4, 256), bx = panel % 8 ...
    """
    rows, columns, *_ = d.named(block)
    width = math.gcd(d.extent(columns), 8)
    require(width > 1, "too few blocks for a panel")
    columns, column = d.split(columns, [None, width], to=f"{columns} column")
    d.reorder(columns, rows, column)
    d.fuse(rows, column, to=str(rows))


# --- layout ---------------------------------------------------------------------------------------


def tile_transpose(d: Draft, stage: Stage, read: int, tile: int, rows: int) -> None:
    """A square tile through shared memory, so that reads and writes are both coalesced.

        for i, j in T.grid(M, N): B[i, j] = A[j, i]
    becomes, for tiles of 32 and 8 rows of threads,
        for block in T.thread_binding(M // 32 * N // 32, "blockIdx.x"):
            for x, y in T.grid(32, 32): A_shared[x, y] = A[...]       # x over threadIdx.x
            for y, x in T.grid(32, 32): B[...] = A_shared[x, y]       # x over threadIdx.x
    """
    access = stage.reads[read]
    inner, outer = stage.write.last[-1], access.last[0]
    loops = dict(zip(stage.order(), d.loops(stage.name, ""), strict=True))
    row_block, row = d.split(loops[outer], [None, tile], to="row_block row")
    column_block, column = d.split(loops[inner], [None, tile], to="column_block column")
    others = [loop for name, loop in loops.items() if name not in (inner, outer)]
    d.reorder(*others, row_block, column_block, row, column)
    block = d.fuse(*others, row_block, column_block, to="block")
    _, y = d.split(row, [None, rows], to="_ y")
    d.bind(block, "blockIdx.x")
    d.bind(y, "threadIdx.y")
    d.bind(column, "threadIdx.x")
    d.step("tile", f"a block per {tile} x {tile} tile; a warp writes adjacent elements")
    shared = d.cache_read(stage.name, read, "shared", to="shared")
    d.compute_at(shared, block)
    row, column = d.loops(shared, "shared_row shared_column", last=2)
    _, y = d.split(row, [None, rows], to="_ shared_y")
    d.bind(y, "threadIdx.y")
    d.bind(column, "threadIdx.x")
    d.step("coalesce", "through shared memory, a warp also reads adjacent elements")
    dimension = next(n for n, dim in enumerate(access.dims) if inner in dim)
    pad_rows(d, shared, dimension, 4, access.dtype)
    d.step("pad", "a word of padding per row: a column of the tile lies in 32 different banks")


# --- reductions -----------------------------------------------------------------------------------


def lanes_per_row(
    d: Draft, stage: Stage, last: Block | None, lanes: int, rows: int, per_group: int, vector: int
) -> Named:
    """`lanes` threads per row of a reduction along memory; each adds every lanes-th vector.

        for i, k in T.grid(M, K): S[i] += A[i, k]
        for i in range(M): C[i] = S[i]
    becomes, with 32 lanes, 4 rows and vectors of 4,
        for block in T.thread_binding(M // 4, "blockIdx.x"):
            for group in T.thread_binding(4, "threadIdx.y"):
                for lane in T.thread_binding(32, "threadIdx.x"):
                    for step, v in T.grid(K // 128, 4):
                        S_rf[lane] += A[.., step * 128 + lane * 4 + v]
                for lane in T.thread_binding(32, "threadIdx.x"): S[..] += S_rf[lane]
                C[..] = S[..]

    Returns the block of the partial sums, whose innermost loops are step, row and vector.
    """
    spatial = len(stage.spatial)
    require(spatial > 0, "no rows")
    if last is None:
        last = d.cache_write(stage.name, 0, "local", to="write")
    loops = d.loops(stage.name, "")
    row = d.fuse(*loops[:spatial], to="row")
    k = d.fuse(*loops[spatial:], to="k")
    total = d.extent(k)
    require(total % vector == 0, f"{vector} does not divide rows of {total}")
    require(lanes * vector <= max(2 * total, WARP), "more lanes than elements of a row")
    step, v = d.split(k, [None, vector], to="step v")
    _, lane = d.split(step, [None, lanes], to="_ lane")
    partial = d.rfactor(lane, 1, to="partial")
    if spatial > 1:
        fuse_rows(d, last, spatial)
    d.step("split_k", "lanes are interleaved along the row: adjacent lanes read adjacent vectors")
    row, step, lane, v = d.loops(partial, "row step lane v")
    per_group = min(per_group, d.extent(row))
    rows = min(rows, d.extent(row) // per_group)
    block, group, row = d.split(row, [None, rows, per_group], to="block group row")
    d.reorder(block, group, lane, step, row, v)
    d.bind(block, "blockIdx.x")
    d.bind(group, "threadIdx.y")
    d.reverse_compute_at(stage.name, group, preserve_unit_loops=True)
    d.reverse_compute_at(last, group, preserve_unit_loops=True)
    d.set_scope(partial, 0, "local")
    d.set_scope(stage.name, 0, "local")
    d.bind(lane, "threadIdx.x")
    final_lane, *rest = d.loops(stage.name, "", last=len(d.loops_of(stage.name)) - 2)
    if rest:
        d.reorder(*rest, final_lane)
    d.bind(final_lane, "threadIdx.x")
    d.decompose_reduction(partial, step)
    across = "by shuffles" if lanes <= WARP else "by shuffles, then across warps in shared memory"
    d.step("bind_threads", f"{lanes} threads per row, reduced {across}")
    return partial


def fuse_rows(d: Draft, block: Block, count: int) -> None:
    """Fuse the loops over rows of the stage after a reduction, as those of the reduction."""
    loops = d.loops(block, "")
    d.fuse(*loops[:count], to="row")


def rows_in_block(
    d: Draft, reductions: Sequence[Stage], last: Stage, threads: int, vector: int
) -> None:
    """A block per row for reductions that need each other's results, such as a softmax.

        for i, k: S[i] += A[i, k]
        for i, k: T[i] += f(A[i, k], S[i])
        for i, k: C[i, k] = g(A[i, k], S[i], T[i])
    becomes
        for row in T.thread_binding(M, "blockIdx.x"):
            for step, thread: S_shared[0] += A[row, ...]
            for step, thread: T_shared[0] += f(A[row, ...], S_shared[0])
            for step, thread: C[row, ...] = g(A[row, ...], S_shared[0], T_shared[0])
    """
    rows = len(reductions[0].spatial)
    require(rows > 0, "no rows")
    loops = d.loops(last.name, "")
    row = d.fuse(*loops[:rows], to="row")
    d.bind(row, "blockIdx.x")
    d.step("block_per_row", "rows are independent")
    for stage in reversed(reductions):
        d.compute_at(stage.name, row, preserve_unit_loops=True)
        d.set_scope(stage.name, 0, "shared")
    d.step("shared", "the results of a row's reductions stay in its block")
    for stage in reductions:
        loops = d.loops(stage.name, "", last=len(stage.reduced))
        k = d.fuse(*loops, to="k")
        _, thread = d.split(k, [None, threads], to="_ thread")
        d.bind(thread, "threadIdx.x")
    count = len(last.spatial) - rows
    if count:
        loops = d.loops(last.name, "", last=count)
        k = d.fuse(*loops, to="k")
        require(d.extent(k) % vector == 0, f"{vector} does not divide the row")
        _, thread, lane = d.split(k, [None, threads, vector], to="_ thread lane")
        d.bind(thread, "threadIdx.x")
        if vector > 1:
            d.vectorize(lane)
    d.step("threads", f"{threads} threads per row: adjacent threads read adjacent elements")


def tile_columns(
    d: Draft, stage: Stage, last: Block | None, columns: int, rows: int, vector: int, parts: int
) -> Named:
    """A reduction across memory rows: threads along columns, groups of threads along rows.

        for j, k in T.grid(N, K): S[j] += A[k, j]
    becomes, for 32 columns of threads, 8 groups, vectors of 4 and 16 parts,
        for block, part (blockIdx.x, blockIdx.y), group, x (threadIdx.y, threadIdx.x):
            for step, v: S_local[v] += A[...]             # then to shared memory
            for group: P[part, ...] += S_shared[group, ...]
        for block, x: for part: S[...] += P[part, ...]               # a second kernel
    """
    spatial = len(stage.spatial)
    require(spatial > 0, "no columns")
    if last is None:
        last = d.cache_write(stage.name, 0, "global", to="write")
    loops = d.loops(stage.name, "")
    column = d.fuse(*loops[:spatial], to="column")
    k = d.fuse(*loops[spatial:], to="k")
    require(d.extent(column) % vector == 0, f"{vector} does not divide the columns")
    require(rows * parts <= d.extent(k), "fewer rows than groups")
    columns = min(columns, d.extent(column) // vector)
    if spatial > 1:
        fuse_rows(d, last, spatial)
    final: Block = stage.name
    _, chunk = d.split(k, [None, parts * rows], to="_ chunk")
    partial = d.rfactor(chunk, 0, to="partial")
    part: list[Named] = []
    column, step, group = d.loops(partial, "column step group")
    if parts > 1:
        chunk = d.loops(final, "chunk", last=1)[0]
        each, _ = d.split(chunk, [parts, rows], to="each _")
        final = d.rfactor(each, 0, to="sums")
        part_loop, group = d.split(group, [parts, rows], to="part group")
        part = [part_loop]
    block, x, v = d.split(column, [None, columns, vector], to="block x v")
    grid = [block, *part]
    d.reorder(*grid, group, x, step, v)
    for loop, axis in zip(grid, ("blockIdx.x", "blockIdx.y"), strict=False):
        d.bind(loop, axis)
    d.bind(group, "threadIdx.y")
    d.bind(x, "threadIdx.x")
    d.reverse_compute_at(final, grid[-1], preserve_unit_loops=True)
    if parts == 1:
        d.reverse_compute_at(last, grid[-1], preserve_unit_loops=True)
        d.set_scope(final, 0, "shared")
    share = d.cache_write(partial, 0, "local", to="share")
    d.reverse_compute_at(share, x, preserve_unit_loops=True)
    d.set_scope(share, 0, "shared")
    tile = columns * vector
    for each in [final, last] if parts == 1 else [final]:
        inner = d.loops(each, "", last=len(d.loops_of(each)) - len(grid))
        wide = max(inner, key=d.extent)
        require(d.extent(wide) <= tile, "the tile of columns does not cover the results")
        y, x = d.split(wide, [rows, columns], to="y x")
        d.bind(y, "threadIdx.y")
        d.bind(x, "threadIdx.x")
    d.decompose_reduction(partial, step)
    if parts > 1:
        block_thread(d, stage.name, last)
    why = f"a warp reads adjacent columns; {rows} groups of threads take every {rows}th row"
    if parts > 1:
        why += f"; {parts} blocks share a column, and a second kernel adds their sums"
    d.step("bind_threads", why)
    return partial


def block_thread(d: Draft, reduction: Block, last: Block) -> None:
    """A thread per result, for the short reduction of a second kernel."""
    loops = d.loops(reduction, "")
    threads = min(128, d.extent(loops[0]))
    block, thread = d.split(loops[0], [None, threads], to="block thread")
    d.bind(block, "blockIdx.x")
    d.bind(thread, "threadIdx.x")
    d.reverse_compute_at(last, thread, preserve_unit_loops=True)
    d.set_scope(reduction, 0, "local")
    d.decompose_reduction(reduction, loops[1])
    unroll_inside(d, loops[1])
