"""Which thread computes which element of the output, from the bindings of a scheduled module."""

from __future__ import annotations

import math
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import tvm
import tvm_ffi
from tvm import s_tir, tirx

from ..core.launch import Launch
from ..lowering.nodes import Unknown, evaluate, is_bound, nodes, substituted

# More elements in a block's tile, or more iterations to reach them, are not drawn.
MOST_ELEMENTS = 1 << 17
MOST_ITERATIONS = 1 << 20
AXES = ("x", "y", "z")

COMPUTES, STORES = "computes", "stores"


@dataclass(frozen=True)
class Writer:
    """A block that writes a buffer, with the loops around it."""

    loops: list[tirx.For]
    realize: s_tir.SBlockRealize
    buffer: str

    @cached_property
    def tags(self) -> list[str]:
        """The thread axis that each loop is bound to; '' for none."""
        return [
            str(loop.thread_binding.thread_tag) if is_bound(loop) else "" for loop in self.loops
        ]

    @property
    def region(self) -> Sequence[tvm.ir.Range]:
        writes = self.realize.block.writes
        return next(write.region for write in writes if str(write.source.name) == self.buffer)

    @cached_property
    def starts(self) -> list[tvm.ir.Expr]:
        """The first indices that an iteration writes, as expressions of the loop variables."""
        axes = (axis.var for axis in self.realize.block.iter_vars)
        iters = dict(zip(axes, self.realize.iter_values, strict=True))
        return [substituted(extent.min, iters) for extent in self.region]


def picture(mod: tvm.ir.IRModule, launches: Sequence[Launch]) -> dict[str, Any] | None:
    """Block (0, 0, 0)'s tile of the output with the owner of each element.

    The owner is the thread that computes the element: for a result staged through shared memory,
    the one that wrote it there, not the one that copies it to global memory. If the copies cannot
    be followed (another layout in shared memory), the owner is the storing thread. `who` is
    'computes' or 'stores'.

    Contains `who`; `output` and its `extents`; `tile`, what the block covers of each extent (one or
    two extents, the last ones); `block`, the number of threads along x, y and z; `owner`, the
    thread number (x fastest) or -1 of each element of the tile, row by row; `shared`, the thread
    axes that work on one element together (the owner has index 0 there); and `moves`, the distance
    to the next block along each axis, in the picture and beyond it. None if the picture would be
    too large, or no bindings or indices can be evaluated.
    """
    try:
        return _drawn(mod, launches)
    except Unknown:
        return None


def _drawn(mod: tvm.ir.IRModule, launches: Sequence[Launch]) -> dict[str, Any] | None:
    """Raises Unknown for what cannot be evaluated."""
    (func,) = mod.functions.values()
    output = func.params[-1]
    writer, who = _owner(func, str(output.name))
    if writer is None:
        return None
    guard = writer.realize.predicate
    needed = frozenset(nodes(tvm.ir.Var, guard, *writer.starts))
    values = _iterations(writer, needed)
    # The picture shows the last two extents larger than one.
    extents = [int(extent) for extent in output.ty.shape]
    shown = [axis for axis, extent in enumerate(extents) if extent > 1][-2:] or [len(extents) - 1]
    inside = _over(guard, values).astype(bool)
    if not inside.any():
        return None
    corners = [_over(writer.starts[axis], values)[inside] for axis in shown]
    sizes = [int(evaluate(writer.region[axis].extent, {})) for axis in shown]
    origin = [int(corner.min()) for corner in corners]
    tile = [
        min(int(corner.max()) + size, extents[axis]) - low
        for corner, size, low, axis in zip(corners, sizes, origin, shown, strict=True)
    ]
    if math.prod(tile) > MOST_ELEMENTS:
        return None
    threads = _threads(writer, launches)
    used = {
        tag[-1]: values[loop.loop_var]
        for loop, tag in zip(writer.loops, writer.tags, strict=True)
        if tag.startswith("threadIdx") and loop.loop_var in needed
    }
    number = np.zeros(inside.shape, dtype=np.int64)
    for axis, value in used.items():
        number += value * math.prod(threads[: AXES.index(axis)])
    offsets = [corner - low for corner, low in zip(corners, origin, strict=True)]
    return {
        "who": who,
        "output": str(output.name),
        "extents": [extents[axis] for axis in shown],
        "tile": tile,
        "block": threads,
        "owner": _owners(tile, offsets, sizes, number[inside]).ravel().tolist(),
        "shared": _shared(threads, used.keys()),
        "moves": _moves(writer, shown),
    }


# --- the block that owns the output ---------------------------------------------------------------


def _owner(func: tirx.PrimFunc, output: str) -> tuple[Writer | None, str]:
    """The block whose threads own the output's elements, and what they do: the output's writer,
    or, followed back through copies of the same layout, the first writer of shared memory."""
    owner = writer = _writer(func, output)
    while writer is not None and (copied := _copied(writer)):
        source, scope, alike = copied
        staged = scope.startswith("shared")
        if not alike:
            # Registers belong to the storing thread; shared memory may be any thread's.
            return owner, STORES if staged else COMPUTES
        writer = _writer(func, source)
        if writer is not None and staged:
            owner = writer
    return owner, COMPUTES


def _copied(writer: Writer) -> tuple[str, str, bool] | None:
    """The intermediate that a block copies element by element: name, scope, and whether the
    layout is the same; None if the block computes."""
    block = writer.realize.block
    if any(var.iter_type == tirx.IterVar.CommReduce for var in block.iter_vars):
        return None
    staged = [
        (str(read.source.name), str(read.source.scope()), read.region)
        for read in block.reads
        if str(read.source.scope()) not in ("", "global") and str(read.source.name) != writer.buffer
    ]
    for name, scope, region in staged:
        if tvm_ffi.structural_equal(region, writer.region):
            return name, scope, True
    if len(staged) != 1:
        return None
    ((name, scope, _),) = staged
    return name, scope, False


def _writer(func: tirx.PrimFunc, buffer: str) -> Writer | None:
    """The last block that writes a buffer under a bound loop; of nested blocks the outermost,
    whose write covers those of the inner ones."""
    loops: list[tirx.For] = []
    writers: list[Writer] = []

    def on_for(loop: tirx.For, visitor) -> None:
        loops.append(loop)
        visitor.default_visit(loop)
        loops.pop()

    def on_realize(realize: s_tir.SBlockRealize, visitor) -> None:
        writes = any(str(write.source.name) == buffer for write in realize.block.writes)
        if writes and any(map(is_bound, loops)):
            writers.append(Writer(list(loops), realize, buffer))
        else:
            visitor.default_visit(realize)

    tvm_ffi.structural_visit(func.body, [(tirx.For, on_for), (s_tir.SBlockRealize, on_realize)])
    return writers[-1] if writers else None


# --- what it writes, iteration by iteration -------------------------------------------------------


def _iterations(writer: Writer, needed: Container[tvm.ir.Var]) -> dict[tvm.ir.Var, np.ndarray]:
    """Values of the loops in block (0, 0, 0), flat; loops that no index needs stay 0."""
    sizes = [
        int(loop.extent) if loop.loop_var in needed and not tag.startswith("blockIdx") else 1
        for loop, tag in zip(writer.loops, writer.tags, strict=True)
    ]
    if math.prod(sizes) > MOST_ITERATIONS:
        raise Unknown("more iterations than are drawn")
    values = np.unravel_index(np.arange(math.prod(sizes)), sizes)
    return {loop.loop_var: value for loop, value in zip(writer.loops, values, strict=True)}


def _over(expression: tvm.ir.Expr, values: Mapping[tvm.ir.Var, np.ndarray]) -> np.ndarray:
    """An expression's value in each iteration."""
    return np.broadcast_to(evaluate(expression, values), next(iter(values.values())).shape)


def _threads(writer: Writer, launches: Sequence[Launch]) -> list[int]:
    if len(launches) == 1:
        return list(launches[0].block)
    extents = {tag: int(loop.extent) for loop, tag in zip(writer.loops, writer.tags, strict=True)}
    return [extents.get(f"threadIdx.{axis}", 1) for axis in AXES]


def _shared(threads: list[int], used: Container[str]) -> list[str]:
    extents = zip(AXES, threads, strict=True)
    return [f"threadIdx.{axis}" for axis, extent in extents if extent > 1 and axis not in used]


def _owners(
    tile: list[int], corners: list[np.ndarray], sizes: list[int], number: np.ndarray
) -> np.ndarray:
    """Each element's thread: that of the last iteration whose box contains the element."""
    owner = np.full(tile, -1, dtype=np.int64)
    for offset in np.ndindex(*sizes):
        where = [corner + step for corner, step in zip(corners, offset, strict=True)]
        fits = np.logical_and.reduce([index < end for index, end in zip(where, tile, strict=True)])
        owner[tuple(index[fits] for index in where)] = number[fits]
    return owner


def _moves(writer: Writer, shown: Sequence[int]) -> list[dict[str, Any]]:
    """For each block axis its extent, and the distance from its first to its second block: `by`
    along the picture's axes, `beyond` along others, as pairs (axis, elements)."""
    first = dict.fromkeys((loop.loop_var for loop in writer.loops), 0)
    moves = []
    for loop, tag in zip(writer.loops, writer.tags, strict=True):
        if tag.startswith("blockIdx"):
            second = {**first, loop.loop_var: 1}
            every = [
                int(evaluate(start, second)) - int(evaluate(start, first))
                for start in writer.starts
            ]
            beyond = [(axis, by) for axis, by in enumerate(every) if by and axis not in shown]
            by = [every[axis] for axis in shown]
            moves.append({"axis": tag, "extent": int(loop.extent), "by": by, "beyond": beyond})
    return sorted(moves, key=lambda move: move["axis"])
