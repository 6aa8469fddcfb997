"""Runs only some of a kernel's thread blocks, if all of them would take a CPU minutes."""

from __future__ import annotations

from math import prod

import tvm
from tvm import tirx

from schedules.lowering.nodes import in_loops, loop_with

from .calls import OldCall, notice
from .dataflow import map_functions, substitute

# Number of stores that take one CPU thread 5 to 20 s.
MOST = 2e9


def some_blocks(mod: tvm.ir.IRModule, call: OldCall) -> tvm.ir.IRModule | None:
    """The module with fewer blocks, evenly distributed, so that it executes at most MOST stores.

    None if all of its blocks execute no more, or if extents are not numbers.
    """
    nests = [loops for loops, _ in in_loops(tirx.BufferStore, mod)]
    every = {loop.loop_var: loop for loops in nests for loop in loops}
    if not all(isinstance(loop.extent, tirx.IntImm) for loop in every.values()):
        return None
    extents = {var: int(loop.extent.value) for var, loop in every.items()}
    blocks = [var for var, loop in every.items() if _is_block(loop)]

    def stores(kept: dict) -> int:
        return sum(prod(kept[loop.loop_var] for loop in loops) for loops in nests)

    kept = dict(extents)
    while stores(kept) > MOST and any(kept[var] > 1 for var in blocks):
        largest = max(blocks, key=kept.get)
        kept[largest] = (kept[largest] + 1) // 2
    if kept == extents:
        return None
    part = stores(kept) / stores(extents)
    notice(
        call,
        f"{stores(extents):.1e} stores take minutes on a CPU: {part:.2%} of them are executed, in "
        "evenly spread blocks, and checks of the results are skipped (--all-blocks runs all)",
    )

    def on_for(loop: tirx.For) -> tirx.For:
        var = loop.loop_var
        if kept.get(var) == extents.get(var):
            return loop
        step = (extents[var] - 1) // max(kept[var] - 1, 1)
        body = substitute(loop.body, {var: var * step})
        return loop_with(loop, extent=tirx.const(kept[var], loop.extent.ty), body=body)

    return map_functions(mod, tirx.For, on_for)


def _is_block(loop: tirx.For) -> bool:
    bound = loop.thread_binding
    return bound is not None and str(bound.thread_tag).startswith("blockIdx")
