"""Which moves make a kernel of each kind, in teaching order, and the numbers to try.

A recipe has two parts: `choices`, the values of each number (the first is where the search starts;
0 or False leaves the move out), and `write`, which applies the moves to a draft. Moves of one kind
alone are in its `write`; its docstring shows the loops before and after.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tvm import s_tir, tirx

from .facts import (
    COLUMNS,
    GEMM,
    MAPS,
    OTHER,
    ROWS,
    TRANSPOSE,
    VECTOR_BYTES,
    WINDOW,
    Access,
    Group,
    Stage,
    groups_of,
    itemsize,
    kind_of,
    stages_of,
    transposed_read,
)
from .matmul import lane_choices, write_lanes
from .moves import (
    WARP,
    Choices,
    Numbers,
    bind_elements,
    block_thread,
    inline_operand,
    keep_in_registers,
    load_to_registers,
    pad_rows,
    position_of,
    unroll_inside,
)
from .program import Block, Draft, Named, Program, require
from .tensor_cores import tensor_choices, write_tensor_cores


@dataclass(frozen=True)
class Recipe:
    """How a kind of group is scheduled; the choices are for an architecture."""

    choices: Callable[[Group, str], Choices]
    write: Callable[[Draft, Group, Numbers], None]


def widths(extent: int, accesses: Sequence[Access], most: int = VECTOR_BYTES) -> list[int]:
    """Vector widths that divide `extent`, widest first, at most 16 bytes of the widest access."""
    size = max((itemsize(access.dtype) for access in accesses), default=4)
    fitting = [v for v in (32, 16, 8, 4, 2, 1) if extent % v == 0 and v * size <= most]
    return fitting or [1]


def last_extent(stage: Stage) -> int:
    """The extent of the output's innermost iterator."""
    return stage.extent(stage.write.last[-1:])


def in_flight(access: Access, vector: int) -> list[int]:
    """How many steps to unroll: first so many that a thread has 64 bytes in flight."""
    usual = max(2, min(16, 64 // (vector * itemsize(access.dtype))))
    return [usual, *(count for count in (1, 4, 8, 16) if count != usual)]


# --- elements -------------------------------------------------------------------------------------


def map_choices(group: Group, _arch: str) -> Choices:
    accesses = [*group.end.reads, group.end.write]
    wide = widths(last_extent(group.end), accesses, 2 * VECTOR_BYTES)
    narrow = min(itemsize(access.dtype) for access in accesses)
    usual = max((v for v in wide if v * narrow <= VECTOR_BYTES), default=1)
    return {"vector": [usual, *(v for v in wide if v != usual)], "threads": [256, 128, 512]}


def write_map(d: Draft, group: Group, n: Numbers) -> None:
    """A thread per piece of the output.

    for lane in range(4): C[i * 4 + lane] = ...   becomes   C[i * 4 : i * 4 + 4] = ...
    """
    stage = group.end
    bind_elements(d, stage.name, len(stage.spatial), n["threads"], n["vector"])
    d.step("bind", "a thread per piece of the output; adjacent threads have adjacent pieces")
    if n["vector"] > 1:
        d.vectorize(d.loops(stage.name, "lane", last=1)[0])
        d.step("vectorize", f"{n['vector']} adjacent elements by one instruction")


def transpose_choices(_group: Group, _arch: str) -> Choices:
    return {"tile": [32, 64], "rows": [8, 4, 16]}


def write_transpose(d: Draft, group: Group, n: Numbers) -> None:
    """A square tile through shared memory, so that reads and writes are both coalesced.

        for i, j in T.grid(M, N): B[i, j] = A[j, i]
    becomes, for tiles of 32 and 8 rows of threads,
        for block in T.thread_binding(M // 32 * N // 32, "blockIdx.x"):
            for x, y in T.grid(32, 32): A_shared[x, y] = A[...]       # x over threadIdx.x
            for y, x in T.grid(32, 32): B[...] = A_shared[x, y]       # x over threadIdx.x
    """
    stage, tile, rows = group.end, n["tile"], n["rows"]
    read = transposed_read(stage)
    assert read is not None
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


def several_per_row(group: Group) -> bool:
    """Whether a row has several reductions, or results for each of its elements."""
    longer = group.last and len(group.last.spatial) > len(group.main.spatial)
    return len(group.reductions) > 1 or bool(longer)


def row_choices(group: Group, _arch: str) -> Choices:
    main = group.main
    if several_per_row(group):
        threads = min(1024, max(32, 2 ** round(math.log2(max(1, main.length / 8)))))
        near = [threads, threads // 2, threads * 2, threads // 4]
        last = group.last
        accesses = (*last.reads, last.write) if last else ()
        wide = [each for each in accesses if set(each.last) & set(last.write.last)]
        return {
            "threads": [t for t in near if 32 <= t <= 1024],
            "vector": widths(last_extent(last), wide) if last else [1],
            "unroll": [0, 4],
        }
    largest = max(main.reads, key=lambda read: read.bytes)
    # Codes of 4 bits: two elements per byte.
    packed = math.prod(largest.shape) < main.points * main.length
    inner = list(main.reduced.values())[-1]
    vectors = widths(inner, [largest], VECTOR_BYTES * (2 if packed else 1))
    if itemsize(largest.dtype) == 1:
        vectors = [v for v in vectors if v <= 16]
    # About sixteen steps per lane, and more lanes where rows are few.
    most = 128 if main.points >= 1024 else 512
    lanes = 2 ** round(math.log2(max(1, main.length / (vectors[0] * 16))))
    lanes = max(WARP, min(lanes, most))
    lanes = max(1, min(lanes, 2 ** math.floor(math.log2(max(1, main.length // vectors[0])))))
    near = [lanes, lanes * 2, lanes * 4, lanes // 2, lanes * 8, lanes // 4]
    groups = max(1, min(8, 128 // lanes))
    return {
        "lanes": [each for each in near if 1 <= each <= 1024],
        "vector": vectors,
        "rows": list(dict.fromkeys([groups, 1, 4, 8, 2, 16])),
        "per_group": [1, 2, 4],
        "unroll": in_flight(largest, vectors[0]),
    }


def write_rows(d: Draft, group: Group, n: Numbers) -> None:
    (rows_in_block if several_per_row(group) else lanes_per_row)(d, group, n)


def lanes_per_row(d: Draft, group: Group, n: Numbers) -> None:
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
    """
    (stage,), last, lanes, vector = group.reductions, group.end_name, n["lanes"], n["vector"]
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
        d.fuse(*d.loops(last, "")[:spatial], to="row")
    d.step("split_k", "lanes are interleaved along the row: adjacent lanes read adjacent vectors")
    row, step, lane, v = d.loops(partial, "row step lane v")
    per_group = min(n["per_group"], d.extent(row))
    rows = min(n["rows"], d.extent(row) // per_group)
    block, threads, row = d.split(row, [None, rows, per_group], to="block group row")
    d.reorder(block, threads, lane, step, row, v)
    d.bind(block, "blockIdx.x")
    d.bind(threads, "threadIdx.y")
    d.reverse_compute_at(stage.name, threads, preserve_unit_loops=True)
    d.reverse_compute_at(last, threads, preserve_unit_loops=True)
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
    step, row, _ = d.loops(partial, "step row v", last=3)
    for read in stage.reads if vector > 1 else ():
        if set(stage.reduced) & read.iters:
            loop = row if set(stage.spatial) & read.iters else step
            load_to_registers(d, partial, position_of(d, partial, read.buffer), loop)
    d.step("vectorize", f"{vector} adjacent elements per thread, in loads of up to 16 bytes")
    unroll_steps(d, step, n["unroll"])


def rows_in_block(d: Draft, group: Group, n: Numbers) -> None:
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
    last, threads, vector = group.end, n["threads"], n["vector"]
    rows = len(group.main.spatial)
    require(rows > 0, "no rows")
    loops = d.loops(last.name, "")
    row = d.fuse(*loops[:rows], to="row")
    d.bind(row, "blockIdx.x")
    d.step("block_per_row", "rows are independent")
    for stage in reversed(group.reductions):
        d.compute_at(stage.name, row, preserve_unit_loops=True)
        d.set_scope(stage.name, 0, "shared")
    d.step("shared", "the results of a row's reductions stay in its block")
    for stage in group.reductions:
        k = d.fuse(*d.loops(stage.name, "", last=len(stage.reduced)), to="k")
        _, thread = d.split(k, [None, threads], to="_ thread")
        d.bind(thread, "threadIdx.x")
    count = len(last.spatial) - rows
    if count:
        k = d.fuse(*d.loops(last.name, "", last=count), to="k")
        require(d.extent(k) % vector == 0, f"{vector} does not divide the row")
        _, thread, lane = d.split(k, [None, threads, vector], to="_ thread lane")
        d.bind(thread, "threadIdx.x")
        if vector > 1:
            d.vectorize(lane)
    d.step("threads", f"{threads} threads per row: adjacent threads read adjacent elements")
    for stage in group.reductions if n["unroll"] else ():
        step, _ = d.loops(stage.name, "step _", last=2)
        d.annotate(step, "pragma_auto_unroll_max_step", n["unroll"] * 16)
    d.step("unroll", "the loads of several steps are in flight together")


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


def column_choices(group: Group, _arch: str) -> Choices:
    main = group.main
    long = main.length
    vectors = widths(last_extent(main), [max(main.reads, key=lambda read: read.bytes)])
    vectors = [v for v in vectors if v <= 4] or [1]
    blocks = max(1, main.points // (32 * vectors[0]))
    parts = max(1, 2 ** round(math.log2(max(1, 264 / blocks))))
    parts = max(1, min(parts, 2 ** math.floor(math.log2(max(1, long / 32)))))
    near = [parts, parts * 2, parts // 2, 1, parts * 4]
    return {
        "columns": [32, 16, 64],
        "rows": [each for each in (16, 8, 4) if each <= long] or [1],
        "vector": vectors,
        "parts": list(dict.fromkeys(p for p in near if 1 <= p <= long // 4)) or [1],
        "unroll": in_flight(main.reads[0], vectors[0]),
    }


def tile_columns(d: Draft, group: Group, n: Numbers) -> Named:
    """A reduction across memory rows: threads along columns, groups of threads along rows.

        for j, k in T.grid(N, K): S[j] += A[k, j]
    becomes, for 32 columns of threads, 8 groups, vectors of 4 and 16 parts,
        for block, part (blockIdx.x, blockIdx.y), group, x (threadIdx.y, threadIdx.x):
            for step, v: S_local[v] += A[...]             # then to shared memory
            for group: P[part, ...] += S_shared[group, ...]
        for block, x: for part: S[...] += P[part, ...]               # a second kernel
    """
    stage, last, rows, parts, vector = (
        group.main,
        group.end_name,
        n["rows"],
        n["parts"],
        n["vector"],
    )
    spatial = len(stage.spatial)
    require(spatial > 0, "no columns")
    if last is None:
        last = d.cache_write(stage.name, 0, "global", to="write")
    loops = d.loops(stage.name, "")
    column = d.fuse(*loops[:spatial], to="column")
    k = d.fuse(*loops[spatial:], to="k")
    require(d.extent(column) % vector == 0, f"{vector} does not divide the columns")
    require(rows * parts <= d.extent(k), "fewer rows than groups")
    columns = min(n["columns"], d.extent(column) // vector)
    if spatial > 1:
        d.fuse(*d.loops(last, "")[:spatial], to="row")
    final: Block = stage.name
    _, chunk = d.split(k, [None, parts * rows], to="_ chunk")
    partial = d.rfactor(chunk, 0, to="partial")
    part: list[Named] = []
    column, step, threads = d.loops(partial, "column step group")
    if parts > 1:
        chunk = d.loops(final, "chunk", last=1)[0]
        each, _ = d.split(chunk, [parts, rows], to="each _")
        final = d.rfactor(each, 0, to="sums")
        part_loop, threads = d.split(threads, [parts, rows], to="part group")
        part = [part_loop]
    block, x, v = d.split(column, [None, columns, vector], to="block x v")
    grid = [block, *part]
    d.reorder(*grid, threads, x, step, v)
    for loop, axis in zip(grid, ("blockIdx.x", "blockIdx.y"), strict=False):
        d.bind(loop, axis)
    d.bind(threads, "threadIdx.y")
    d.bind(x, "threadIdx.x")
    d.reverse_compute_at(final, grid[-1], preserve_unit_loops=True)
    if parts == 1:
        d.reverse_compute_at(last, grid[-1], preserve_unit_loops=True)
        d.set_scope(final, 0, "shared")
    share = d.cache_write(partial, 0, "local", to="share")
    d.reverse_compute_at(share, x, preserve_unit_loops=True)
    d.set_scope(share, 0, "shared")
    for each in [final, last] if parts == 1 else [final]:
        inner = d.loops(each, "", last=len(d.loops_of(each)) - len(grid))
        wide = max(inner, key=d.extent)
        covered = d.extent(wide) <= columns * vector
        require(covered, "the tile of columns does not cover the results")
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


def write_columns(d: Draft, group: Group, n: Numbers) -> None:
    partial = tile_columns(d, group, n)
    step = d.loops(partial, "step v", last=2)[0]
    if n["vector"] > 1:
        for read in group.main.reads:
            if set(read.last) & set(group.main.spatial):
                load_to_registers(d, partial, position_of(d, partial, read.buffer), step)
        d.step("vectorize", f"{n['vector']} adjacent columns per load")
    unroll_steps(d, step, n["unroll"])


def window_choices(group: Group, _arch: str) -> Choices:
    inner = last_extent(group.main)
    vectors = [v for v in (1, 2, 4) if inner % v == 0]
    rows = [4, 2, 1] if len(group.main.spatial) > 1 else [1]
    return {"rows": rows, "vector": vectors, "unroll": [True, False]}


def write_window(d: Draft, group: Group, n: Numbers) -> None:
    """A thread per element (or per `vector` adjacent ones, in each of `rows` rows) that reduces
    serially in registers. Rows below each other share most of a window's loads.

        for i, k in T.grid(100, 8): S[i] += A[i, k]
        for i in range(100): C[i] = S[i] * 2
    becomes
        for block, thread: for k in range(8): S_local[0] += A[...]
                           C[block * 256 + thread] = S_local[0] * 2
    """
    stage, rows, vector = group.main, n["rows"], n["vector"]
    count = len(stage.spatial)
    if rows > 1:
        loops = d.loops(stage.name, "")
        outer, row = d.split(loops[count - 2], [None, rows], to="rows row")
        d.reorder(*loops[: count - 2], outer, *loops[count - 1 :], row)
    thread = bind_elements(d, stage.name, count, vector=vector)
    keep_in_registers(d, stage.name, thread, group.end_name)
    results = f"{rows * vector} results" if rows * vector > 1 else "result"
    d.step("bind", f"a thread per {results}: it accumulates in registers and writes once")
    inner = d.loops(stage.name, "")[2:]
    if inner:
        d.decompose_reduction(stage.name, inner[0])
        d.step("init", "zero the accumulator before the loop, not by a test inside it")
    if inner and n["unroll"]:
        unroll_inside(d, d.loops(f"{stage.name}_update", "", last=len(inner))[0])
        d.step("unroll", "the loads of a window are in flight together")


# --- GEMM, and anything ---------------------------------------------------------------------------


def gemm_choices(group: Group, arch: str) -> Choices:
    return tensor_choices(group, arch) or lane_choices(group)


def write_gemm(d: Draft, group: Group, n: Numbers) -> None:
    (write_tensor_cores if "fragments" in n else write_lanes)(d, group, n)


def write_bound(d: Draft, group: Group, _numbers: Numbers) -> None:
    """A correct kernel for each stage: a thread per element."""
    for stage in group.stages:
        inline_operand(d, stage.name)
        bind_elements(d, stage.name, len(stage.spatial))
        if stage.reduced and not stage.several:
            d.decompose_reduction(stage.name, d.loops(stage.name, "")[2])
    d.step("bind", "a thread per element of the output, the simplest correct kernel")


RECIPES = {
    MAPS: Recipe(map_choices, write_map),
    TRANSPOSE: Recipe(transpose_choices, write_transpose),
    ROWS: Recipe(row_choices, write_rows),
    COLUMNS: Recipe(column_choices, write_columns),
    WINDOW: Recipe(window_choices, write_window),
    GEMM: Recipe(gemm_choices, write_gemm),
    OTHER: Recipe(lambda _group, _arch: {}, write_bound),
}
BOUND = RECIPES[OTHER]


def group_stages(draft: Draft) -> list[Group]:
    """Inline what need not be stored, and group the remaining stages by kernel.

        for i: B[i] = A[i] + 1.0
        for i: C[i] = B[i] * 2.0
    becomes
        for i: C[i] = (A[i] + 1.0) * 2.0

    A producer of a GEMM's operand stays until the GEMM copies that operand.
    """
    sch = draft.sch
    outputs = {str(param.name) for param in sch.mod["main"].params}
    stages = stages_of(sch)
    operands = {read.buffer for stage in stages if kind_of(stage) == GEMM for read in stage.reads}
    for stage in stages:
        kept = stage.write.buffer in outputs or stage.write.buffer in operands
        if stage.reduced or stage.several or kept:
            continue
        try:
            draft.compute_inline(stage.name)
        except s_tir.ScheduleError:
            continue
    draft.step("inline", "values that one stage makes and another uses are never stored")
    return groups_of(stages_of(sch), outputs)


def write(func: tirx.PrimFunc, numbers: Mapping[str, Numbers | None]) -> Program:
    """The schedule of a whole function; `numbers` of each group by name, None for the bound
    kernel."""
    d = Draft(func)
    for group in group_stages(d):
        chosen = numbers.get(group.name)
        recipe = BOUND if chosen is None else RECIPES[group.kind]
        recipe.write(d, group, chosen or {})
    return Program.written(d)
