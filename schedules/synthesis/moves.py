"""Moves: schedule transformations with a condition and an effect, each a function over a `Draft`.

A docstring shows the loops before and after. Numbers are arguments; a move whose numbers do not fit
the loops raises NotApplicable with the reason.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from .draft import Block, Draft, Named
from .facts import Access, Stage, itemsize

WARP = 32
VECTOR_BYTES = 16


class NotApplicable(Exception):
    """A move's condition does not hold; the message says which."""


def require(condition: bool, reason: str) -> None:
    if not condition:
        raise NotApplicable(reason)


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
    if not d.sch.get_loops(_variable(block)):
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
    offset = max(1, 4 // itemsize(access.dtype))
    d.storage_align(shared, 0, axis=dimension, factor=WARP, offset=offset)
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
    final_lane, *rest = d.loops(stage.name, "", last=len(d.sch.get_loops(stage.name)) - 2)
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


def load_to_registers(d: Draft, block: Named, read: Access, loop: Named) -> None:
    """Load an operand's elements of one step to registers, by vectors of at most 16 bytes.

        for v in range(8): S += A[k * 8 + v]
    becomes
        A_local[0:8] = A[k * 8 : k * 8 + 8]
        for v in range(8): S += A_local[v]
    """
    names = [str(region.source.name) for region in d.sch.get(block.variable).reads]
    copy = d.cache_read(block, names.index(read.buffer), "local", to="copy")
    d.compute_at(copy, loop, preserve_unit_loops=True)
    vectorize_copy(d, copy, read.dtype)


def vectorize_copy(d: Draft, copy: Block, dtype: str) -> None:
    (lane,) = d.loops(copy, "copy_lane", last=1)
    width = math.gcd(d.extent(lane), VECTOR_BYTES // itemsize(dtype))
    if width == 1:
        return
    if width < d.extent(lane):
        _, lane = d.split(lane, [None, width], to="_ copy_lane")
    d.vectorize(lane)


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
        inner = d.loops(each, "", last=len(d.sch.get_loops(_variable(each))) - len(grid))
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


def _variable(block: Block):
    return block.variable if isinstance(block, Named) else block
