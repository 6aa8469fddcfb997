"""Finds the block and thread of a schedule that write an element of an output."""

from __future__ import annotations

import numpy as np
import tvm
from tvm import s_tir

from ...core.kernel import Kernel
from ...lowering.nodes import in_loops, is_bound


def owner_note(kernel: Kernel, message: str) -> str:
    """'; written by block ... thread ...' for the first bad index that a message names."""
    index = message.partition("first at [")[2].partition("]")[0]
    if not index:
        return ""
    output = kernel.step.mod["main"].params[-1].name
    owner = owner_of(kernel.step.mod, str(output), tuple(map(int, index.split(","))))
    return f"; written by {owner}" if owner else ""


def owner_of(mod: tvm.ir.IRModule, output: str, index: tuple[int, ...]) -> str:
    """The block and thread that write an element, from the bindings of the block that stores it.

    '' if the bindings cannot be evaluated.
    """
    writers = [
        (nest, realize)
        for nest, realize in in_loops(s_tir.SBlockRealize, mod)
        if nest and any(region.source.name == output for region in realize.block.writes)
    ]
    if not writers:
        return ""
    nest, realize = writers[-1]
    axes = {
        str(loop.loop_var.name): str(loop.thread_binding.thread_tag)
        for loop in filter(is_bound, nest)
    }
    extents = {str(loop.loop_var.name): int(loop.extent) for loop in nest}
    values = [str(value) for value in realize.iter_values[: len(index)]]
    solution = _solve(values, index, extents)
    if solution is None:
        return ""
    parts = {"block": [], "thread": []}
    for name, axis in sorted(axes.items(), key=lambda item: item[1]):
        kind, _, letter = axis.partition(".")
        if kind in ("blockIdx", "threadIdx") and name in solution:
            parts["block" if kind == "blockIdx" else "thread"].append(f"{letter}={solution[name]}")
    return ", ".join(f"{kind} {' '.join(indices)}" for kind, indices in parts.items() if indices)


def _solve(
    values: list[str], index: tuple[int, ...], extents: dict[str, int]
) -> dict[str, int] | None:
    """Loop values for which each expression equals its index, by exhaustive search.

    Axes may share loops (a fused thread index), so the solutions for one axis are the candidates
    for the next.
    """
    candidates: dict[str, np.ndarray] = {}
    count = 1
    for text, wanted in zip(values, index, strict=True):
        code = compile(text, "index", "eval")
        free = [name for name in extents if name in code.co_names and name not in candidates]
        sizes = [extents[name] for name in free]
        grid = np.indices((count, *sizes)).reshape(1 + len(free), -1)
        tried = {name: column[grid[0]] for name, column in candidates.items()}
        tried |= dict(zip(free, grid[1:], strict=True))
        try:
            hit = eval(code, {"__builtins__": {}}, tried) == wanted
        except (NameError, TypeError):
            return None
        hit = np.broadcast_to(hit, grid.shape[1:])
        candidates = {name: column[hit] for name, column in tried.items()}
        count = int(hit.sum())
        if not count:
            return None
    return {name: int(column[0]) for name, column in candidates.items()}
