"""Which thread computes which element of the output, from the bindings of a scheduled module."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import tvm
import tvm_ffi
from tvm import s_tir, tirx

from ..inspect.expressions import UNKNOWN, Tree, evaluate, free, tree
from ..lowering.lower import Launch

# More elements in a block's tile, or more iterations to reach them, are not drawn.
MOST_ELEMENTS = 1 << 17
MOST_ITERATIONS = 1 << 20
AXES = ("x", "y", "z")

Nest = list[tirx.For]


def picture(mod: tvm.ir.IRModule, launches: Sequence[Launch]) -> dict[str, Any] | None:
    """Block (0, 0, 0)'s tile of the output with the owner of each element.

    Owns means computes: of a result staged through shared memory it is the thread that put it there
    which counts, not the one that carries it on to global memory. Where the way back cannot be
    followed (another layout in shared memory) it is the one that stores it, and `who` says so:
    'computes' or 'stores'.

    Gives `who`; `output` and its `extents`; `tile`, what the block covers of each extent (one or
    two extents, the last ones); `block`, the threads along x, y and z; `owner`, for each element of
    the tile, row by row, the thread's number (x fastest) or -1; `shared`, the thread axes that work
    on one element together (the owner has 0 there); and `moves`, how far the next block along each
    axis lies. None where there is no output of at most two extents beyond unit ones, or where the
    bindings cannot be evaluated.
    """
    (func,) = mod.functions.values()
    output = func.params[-1]
    nest, realize, written, who = _owner(func, str(output.name))
    if realize is None:
        return None
    region = _written(realize, written)
    names: dict[Any, Tree] = {loop.loop_var: ("var", f"{at}") for at, loop in enumerate(nest)}
    iters = {
        var.var: tree(value, names)
        for var, value in zip(realize.block.iter_vars, realize.iter_values, strict=True)
    }
    starts = [tree(one.min, iters) for one in region.region]
    sizes = [one.extent for one in region.region]
    guard = tree(realize.predicate, names)
    needed = frozenset().union(free(guard), *map(free, starts))
    if UNKNOWN in needed or not all(isinstance(size, tvm.ir.prim.expr.IntImm) for size in sizes):
        return None
    sizes = [int(size) for size in sizes]
    # The last two extents that are more than one make the picture.
    extents = [int(extent) for extent in output.ty.shape]
    shown = [at for at, extent in enumerate(extents) if extent > 1][-2:] or [len(extents) - 1]
    tags = [str(loop.thread_binding.thread_tag) if _bound(loop) else "" for loop in nest]
    threads = _threads(nest, tags, launches)
    values = _iterations(nest, tags, needed)
    if values is None:
        return None
    at = [np.broadcast_to(evaluate(starts[axis], values), values["size"].shape) for axis in shown]
    inside = np.broadcast_to(evaluate(guard, values), values["size"].shape).astype(bool)
    if not inside.any():
        return None
    origin = [int(one[inside].min()) for one in at]
    tile = [
        min(int(one[inside].max()) + sizes[axis], extents[axis]) - low
        for one, low, axis in zip(at, origin, shown, strict=True)
    ]
    if math.prod(tile) > MOST_ELEMENTS:
        return None
    number, used = np.zeros(values["size"].shape, dtype=np.int64), set()
    for loop_at, tag in enumerate(tags):
        kind, _, axis = tag.partition(".")
        if kind == "threadIdx" and str(loop_at) in needed:
            used.add(axis)
            stride = math.prod(threads[: AXES.index(axis)])
            number = number + values[str(loop_at)] * stride
    owner = np.full(tile, -1, dtype=np.int64)
    corners = [one[inside] - low for one, low in zip(at, origin, strict=True)]
    for offset in np.ndindex(*(sizes[axis] for axis in shown)):
        where = [corner + step for corner, step in zip(corners, offset, strict=True)]
        fits = np.logical_and.reduce([w < t for w, t in zip(where, tile, strict=True)])
        owner[tuple(w[fits] for w in where)] = number[inside][fits]
    return {
        "who": who,
        "output": str(output.name),
        "extents": [extents[axis] for axis in shown],
        "tile": tile,
        "block": threads,
        "owner": owner.ravel().tolist(),
        "shared": [
            f"threadIdx.{axis}"
            for axis, n in zip(AXES, threads, strict=True)
            if n > 1 and axis not in used
        ],
        "moves": _moves(nest, tags, starts, shown),
    }


def _bound(loop: tirx.For) -> bool:
    return loop.kind == tirx.ForKind.THREAD_BINDING


COMPUTES, STORES = "computes", "stores"


def _owner(func: tirx.PrimFunc, output: str) -> tuple[Nest, s_tir.SBlockRealize | None, str, str]:
    """The block whose threads own the output's elements, with its loops, the buffer it writes to
    and what its threads do: the output's own writer, or, followed through copies of like layout,
    that of the copy in shared memory that was computed first."""
    nest, realize = _writer(func, output)
    owner, who, buffer = (nest, realize), COMPUTES, output
    owned = buffer
    while realize is not None and (copied := _copied(realize, buffer)):
        source, scope, alike = copied
        if not alike:
            # Registers are those of the thread that stores; shared memory may be anybody's.
            who = STORES if scope.startswith("shared") else who
            break
        buffer = source
        nest, realize = _writer(func, buffer)
        if realize is not None and scope.startswith("shared"):
            owner, owned = (nest, realize), buffer
    return *owner, owned, who


def _copied(realize: s_tir.SBlockRealize, written: str) -> tuple[str, str, bool] | None:
    """The intermediate that a block takes on element by element: name, scope, and whether in the
    same layout; None where the block computes."""
    block = realize.block
    if any(var.iter_type == tirx.IterVar.CommReduce for var in block.iter_vars):
        return None
    target = _written(realize, written).region
    staged = [one for one in block.reads if str(one.source.scope()) not in ("", "global")]
    staged = [one for one in staged if str(one.source.name) != written]
    for one in staged:
        if tvm_ffi.structural_equal(one.region, target):
            return str(one.source.name), str(one.source.scope()), True
    if len(staged) != 1:
        return None
    return str(staged[0].source.name), str(staged[0].source.scope()), False


def _written(realize: s_tir.SBlockRealize, buffer: str) -> tirx.BufferRegion:
    return next(one for one in realize.block.writes if str(one.source.name) == buffer)


def _writer(func: tirx.PrimFunc, output: str) -> tuple[Nest, s_tir.SBlockRealize | None]:
    """The last block that writes the output under a bound loop, with the loops around it."""
    loops: Nest = []
    found: list[tuple[Nest, s_tir.SBlockRealize]] = []

    def on_for(loop: tirx.For, visitor) -> None:
        loops.append(loop)
        visitor.default_visit(loop)
        loops.pop()

    def on_realize(realize: s_tir.SBlockRealize, visitor) -> None:
        writes = any(str(region.source.name) == output for region in realize.block.writes)
        if writes and any(_bound(loop) for loop in loops):
            found.append((list(loops), realize))
        visitor.default_visit(realize)

    tvm_ffi.structural_visit(func.body, [(tirx.For, on_for), (s_tir.SBlockRealize, on_realize)])
    # Of nested blocks the outer one comes first; its write covers what the inner ones write.
    outer = [
        pair
        for pair in found
        if not any(other[1] is not pair[1] and _holds(other[1], pair[1]) for other in found)
    ]
    return outer[-1] if outer else ([], None)


def _holds(outer: s_tir.SBlockRealize, inner: s_tir.SBlockRealize) -> bool:
    hit: list[bool] = []

    def on_realize(realize: s_tir.SBlockRealize) -> None:
        if realize.same_as(inner):
            hit.append(True)

    tvm_ffi.structural_walk(outer.block.body, (s_tir.SBlockRealize, on_realize))
    return bool(hit)


def _threads(nest: Nest, tags: list[str], launches: Sequence[Launch]) -> list[int]:
    if len(launches) == 1:
        return list(launches[0].block)
    extents = {tag: int(loop.extent) for loop, tag in zip(nest, tags, strict=True)}
    return [extents.get(f"threadIdx.{axis}", 1) for axis in AXES]


def _iterations(nest: Nest, tags: list[str], needed: frozenset[str]) -> dict[str, Any] | None:
    """Values of the loops in block (0, 0, 0), flat; loops that no index needs stay 0."""
    sizes = [
        int(loop.extent) if str(at) in needed and not tag.startswith("blockIdx") else 1
        for at, (loop, tag) in enumerate(zip(nest, tags, strict=True))
    ]
    if math.prod(sizes) > MOST_ITERATIONS:
        return None
    flat = np.arange(math.prod(sizes))
    values = dict(zip(map(str, range(len(nest))), np.unravel_index(flat, sizes), strict=True))
    return {**values, "size": flat}


def _moves(nest: Nest, tags: list[str], starts: list[Tree], shown: list[int]) -> list[dict]:
    """For each block axis its extent, and how far its second block lies from its first."""
    zero = dict.fromkeys(map(str, range(len(nest))), 0)
    moves = []
    for at, (loop, tag) in enumerate(zip(nest, tags, strict=True)):
        if tag.startswith("blockIdx"):
            by = [
                int(evaluate(starts[axis], {**zero, str(at): 1}))
                - int(evaluate(starts[axis], zero))
                for axis in shown
            ]
            moves.append({"axis": tag, "extent": int(loop.extent), "by": by})
    return sorted(moves, key=lambda move: move["axis"])
