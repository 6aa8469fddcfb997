"""Which moves make a kernel of each kind, in teaching order, and the numbers to try.

A recipe has two parts: `choices`, the values of each number (the first is where the search starts;
0 or False leaves the move out), and `write`, which applies the moves to a draft.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tvm import tirx

from .draft import Draft
from .facts import Access, Stage, itemsize
from .groups import (
    COLUMNS,
    GEMM,
    MAPS,
    OTHER,
    ROWS,
    TRANSPOSE,
    WINDOW,
    Group,
    group_stages,
    transposed_read,
)
from .matmul import (
    LaneTile,
    as_matmul,
    longest_depth,
    pad,
    share_operands,
    split_depth,
    tile_block,
)
from .moves import (
    VECTOR_BYTES,
    WARP,
    bind_elements,
    copy_ahead,
    inline_operand,
    lanes_per_row,
    load_to_registers,
    order_products,
    pipeline,
    position_of,
    rows_in_block,
    serial_reduction,
    tile_columns,
    tile_transpose,
    unroll_inside,
    unroll_steps,
    vectorize_last,
)
from .tensor_cores import (
    FragmentTile,
    pipeline_fragments,
    read_fragments,
    share_slices,
    swizzle,
    tensorize,
    tile_warps,
    write_fragments,
)
from .warpgroups import GroupTile, fits, write_warpgroups

Numbers = Mapping[str, Any]
Choices = dict[str, list]


def without_hopper(choices: Choices) -> Choices:
    """The choices that kernels for other architectures have."""
    kept = {
        name: [value for value in values if not isinstance(value, GroupTile)]
        for name, values in choices.items()
    }
    return {name: values for name, values in kept.items() if name != "producer"}


@dataclass(frozen=True)
class Recipe:
    """How a kind of group is scheduled."""

    choices: Callable[[Group], Choices]
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


def map_choices(group: Group) -> Choices:
    accesses = [*group.end.reads, group.end.write]
    wide = widths(last_extent(group.end), accesses, 2 * VECTOR_BYTES)
    narrow = min(itemsize(access.dtype) for access in accesses)
    usual = max((v for v in wide if v * narrow <= VECTOR_BYTES), default=1)
    return {"vector": [usual, *(v for v in wide if v != usual)], "threads": [256, 128, 512]}


def write_map(d: Draft, group: Group, n: Numbers) -> None:
    stage = group.end
    bind_elements(d, stage.name, len(stage.spatial), n["threads"], n["vector"])
    d.step("bind", "a thread per piece of the output; adjacent threads have adjacent pieces")
    if n["vector"] > 1:
        vectorize_last(d, stage.name)
        d.step("vectorize", f"{n['vector']} adjacent elements by one instruction")


def transpose_choices(group: Group) -> Choices:
    return {"tile": [32, 64], "rows": [8, 4, 16]}


def write_transpose(d: Draft, group: Group, n: Numbers) -> None:
    read = transposed_read(group.end)
    assert read is not None
    tile_transpose(d, group.end, read, n["tile"], n["rows"])


# --- reductions -----------------------------------------------------------------------------------


def row_choices(group: Group) -> Choices:
    main = group.main
    long = math.prod(main.reduced.values())
    rows = math.prod(main.spatial.values())
    inner = list(main.reduced.values())[-1]
    if len(group.reductions) > 1 or (group.last and len(group.last.spatial) > len(main.spatial)):
        threads = min(1024, max(32, 2 ** round(math.log2(max(1, long / 8)))))
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
    vectors = widths(inner, [largest], VECTOR_BYTES * (2 if packed else 1))
    if itemsize(largest.dtype) == 1:
        vectors = [v for v in vectors if v <= 16]
    # About sixteen steps per lane, and more lanes where rows are few.
    most = 128 if rows >= 1024 else 512
    lanes = 2 ** round(math.log2(max(1, long / (vectors[0] * 16))))
    lanes = max(WARP, min(lanes, most))
    lanes = max(1, min(lanes, 2 ** math.floor(math.log2(max(1, long // vectors[0])))))
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
    if "threads" in n:
        rows_in_block(d, group.reductions, group.end, n["threads"], n["vector"])
        if n["unroll"]:
            for stage in group.reductions:
                step, _ = d.loops(stage.name, "step _", last=2)
                d.annotate(step, "pragma_auto_unroll_max_step", n["unroll"] * 16)
            d.step("unroll", "the loads of several steps are in flight together")
        return
    (stage,) = group.reductions
    partial = lanes_per_row(
        d, stage, group.end_name, n["lanes"], n["rows"], n["per_group"], n["vector"]
    )
    step, row, _ = d.loops(partial, "step row v", last=3)
    if n["vector"] > 1:
        along_rows = set(stage.reduced)
        for read in stage.reads:
            if along_rows & read.iters:
                per_row = set(stage.spatial) & read.iters
                position = position_of(d, partial, read.buffer)
                load_to_registers(d, partial, position, row if per_row else step)
    d.step("vectorize", f"{n['vector']} adjacent elements per thread, in loads of up to 16 bytes")
    if n["unroll"] > 1:
        unroll_steps(d, step, n["unroll"])


def column_choices(group: Group) -> Choices:
    main = group.main
    columns, long = math.prod(main.spatial.values()), math.prod(main.reduced.values())
    vectors = widths(last_extent(main), [max(main.reads, key=lambda read: read.bytes)])
    vectors = [v for v in vectors if v <= 4] or [1]
    blocks = max(1, columns // (32 * vectors[0]))
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


def write_columns(d: Draft, group: Group, n: Numbers) -> None:
    partial = tile_columns(
        d, group.main, group.end_name, n["columns"], n["rows"], n["vector"], n["parts"]
    )
    step = d.loops(partial, "step v", last=2)[0]
    if n["vector"] > 1:
        for read in group.main.reads:
            if set(read.last) & set(group.main.spatial):
                load_to_registers(d, partial, position_of(d, partial, read.buffer), step)
        d.step("vectorize", f"{n['vector']} adjacent columns per load")
    if n["unroll"] > 1:
        unroll_steps(d, step, n["unroll"])


def window_choices(group: Group) -> Choices:
    inner = last_extent(group.main)
    vectors = [v for v in (1, 2, 4) if inner % v == 0]
    rows = [4, 2, 1] if len(group.main.spatial) > 1 else [1]
    return {"rows": rows, "vector": vectors, "unroll": [True, False]}


def write_window(d: Draft, group: Group, n: Numbers) -> None:
    serial_reduction(d, group.main, group.end_name, n["vector"], n["rows"])
    if n["unroll"]:
        update = f"{group.main.name}_update"
        count = len(d.sch.get_loops(update)) - 2
        if count:
            unroll_inside(d, d.loops(update, "", last=count)[0])
            d.step("unroll", "the loads of a window are in flight together")


# --- GEMM -----------------------------------------------------------------------------------------


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


def tile_cost(group: Group, tile: LaneTile | FragmentTile | GroupTile) -> float:
    """FMAs of the busiest SM, weighted by the loads that a block and a thread (or warp) need per
    FMA, and by how far the warps are from the number that keeps an SM busy."""
    roles = group.roles
    batch, m, n, k = (
        group.main.extent(side) for side in (roles.batch, roles.rows, roles.columns, roles.depth)
    )
    rows, columns, *_ = tile.block
    own = tile.elements if isinstance(tile, LaneTile) else tile.fragments
    each = -(-batch * -(-m // rows) * -(-n // columns) // SMS)
    idle = max(1.0, BUSY_WARPS * WARP / (each * math.prod(tile.threads)))
    reuse = (1 + 16 / rows + 16 / columns) * (1 + 2 / own[0] + 2 / own[1])
    return each * rows * columns * k * reuse * idle


GROUP_TILES = [GroupTile(2, 256), GroupTile(2, 128), GroupTile(1, 256), GroupTile(1, 128)]
FRAGMENT_TILES = [
    FragmentTile((2, 4), (4, 4)),
    FragmentTile((2, 2), (4, 4)),
    FragmentTile((2, 2), (4, 4), 2),
    FragmentTile((2, 2), (2, 4)),
    FragmentTile((1, 4), (4, 2)),
    FragmentTile((2, 2), (2, 2)),
]


def on_tensor_cores(group: Group) -> bool:
    """Whether mma.sync multiplies the operands: 16-bit floats, accumulated in float32."""
    dtypes = {access.dtype for access in group.roles.operands}
    half = dtypes in ({"float16"}, {"bfloat16"})
    return half and group.main.write.dtype == "float32"


def covered(group: Group, tile: FragmentTile) -> bool:
    """Whether a GEMM has as many rows and columns as one tile, or more, and several slices."""
    roles = group.roles
    rows, columns, depth = map(group.main.extent, (roles.rows, roles.columns, roles.depth))
    return rows >= tile.block[0] and columns >= tile.block[1] and depth > tile.block[2]


def gemm_choices(group: Group) -> Choices:
    fragments = [tile for tile in FRAGMENT_TILES if covered(group, tile)]
    if fragments and on_tensor_cores(group):
        fragments = sorted(fragments, key=lambda tile: tile_cost(group, tile))
        groups = sorted(
            (tile for tile in GROUP_TILES if fits(group, tile)),
            key=lambda tile: tile_cost(group, tile),
        )
        stages = [4, 3] if groups else [3, 4]
        tiles = [*groups, *fragments]
        hopper: Choices = {"producer": [True, False]} if groups else {"swizzle": [True, False]}
        return {"fragments": tiles, "stages": stages, **hopper}
    tiles = sorted(LANE_TILES, key=lambda tile: tile_cost(group, tile))
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
        "tile": tiles,
        "block_k": depths,
        "stages": [3, 4, 2, 0] if several else [0],
        "rows": [True, False],
        "order": [False] if cast else [True, False],
    }


def write_gemm(d: Draft, group: Group, n: Numbers) -> None:
    if "fragments" in n:
        write_tensor_gemm(d, group, n)
        return
    tile = n["tile"]
    if n.get("parts", 1) > 1:
        group = split_depth(d, group, n["parts"])
    matmul = as_matmul(d, group)
    pad(d, matmul, (*tile.block, n["block_k"]))
    k = tile_block(d, matmul, tile)
    outer, inner = d.split(k, [None, n["block_k"]], to="k_outer k_inner")
    share_operands(d, matmul, outer, tile, n["block_k"])
    for operand, name in enumerate(("a_local", "b_local")):
        load_to_registers(d, matmul.block, matmul.position(operand), inner, name)
    d.step("registers", "operands of a thread are contiguous in groups of four: LDS.128")
    d.decompose_reduction(matmul.block, outer)
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
        order_products(d, f"{matmul.block}_update", tile.items[1])
        d.step(
            "order_products", "neighbouring FMAs share an operand, which the operand cache keeps"
        )


def write_tensor_gemm(d: Draft, group: Group, n: Numbers) -> None:
    tile = n["fragments"]
    if isinstance(tile, GroupTile):
        write_warpgroups(d, group, tile, n["stages"], n["producer"])
        return
    matmul = as_matmul(d, group)
    pad(d, matmul, tile.block)
    fragments = tile_warps(d, matmul, tile)
    share_slices(d, fragments, tile)
    read_fragments(d, fragments)
    write_fragments(d, fragments)
    tensorize(d, fragments, group.roles.operands[0].dtype)
    if n.get("swizzle", True):
        swizzle(d, fragments)
    pipeline_fragments(d, fragments, n["stages"])


# --- anything -------------------------------------------------------------------------------------


def write_bound(d: Draft, group: Group, n: Numbers) -> None:
    """A correct kernel for each stage: a thread per element."""
    for stage in group.stages:
        count = len(stage.spatial)
        inline_operand(d, stage.name)
        bind_elements(d, stage.name, count)
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
    OTHER: Recipe(lambda group: {}, write_bound),
}
BOUND = RECIPES[OTHER]


def write(func: tirx.PrimFunc, numbers: Mapping[str, Numbers | None]) -> Draft:
    """The draft of a whole function; `numbers` of each group by name, None for the bound kernel."""
    d = Draft(func)
    for group in group_stages(d):
        chosen = numbers.get(group.name)
        recipe = BOUND if chosen is None else RECIPES[group.kind]
        recipe.write(d, group, chosen or {})
    return d
