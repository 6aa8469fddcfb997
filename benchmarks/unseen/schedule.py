"""A schedule with a NumPy reference, and the schedule of tiled GEMMs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import tvm
from tvm import s_tir, tirx

from benchmarks import generic_schedules
from benchmarks.generic_aside import bind, fetch
from benchmarks.generic_schedules import Extents, Generic
from schedules.core.problem import as_dtype
from schedules.sources.computations import Computation
from schedules.sources.input_values import Own

THREAD_TILE_AXES = ("blockIdx.z", "blockIdx.y", "blockIdx.x", "threadIdx.y", "threadIdx.x")


@dataclass(frozen=True)
class UnseenSchedule(Generic):
    """A generic schedule that is compared with a NumPy reference.

    Parameters
    ----------
    kind : str
        What it computes; there are two kernels of each kind.
    reference : callable
        Takes the inputs as NumPy arrays and returns the output.
    within : float, optional
        Tolerance as rtol and atol; by default the rounding bound of the expression's dtypes.
    below : callable
        Takes the extents and returns the exclusive upper limit of integer inputs.
    """

    kind: str = ""
    reference: Callable[..., np.ndarray] = np.array
    within: float | None = None
    below: Callable[..., int] = max

    def at(self, shape: Sequence[int] | None = None) -> Computation:
        made = super().at(shape)
        extents = made.sizes
        given = made.func.params[: -len(made.outputs())]
        wanted = [(tuple(map(int, param.shape)), str(param.ty.dtype.dtype)) for param in given]

        def inputs(rng: np.random.Generator) -> list[np.ndarray]:
            return [
                rng.integers(0, self.below(*extents), shape, dtype)
                if "int" in dtype
                else as_dtype(rng.uniform(-1, 1, shape), dtype)
                for shape, dtype in wanted
            ]

        def tolerance(*arrays: np.ndarray) -> np.ndarray:
            return self.within * (1 + abs(self.reference(*arrays).astype("float64")))

        own = Own(self.reference, inputs, None if self.within is None else tolerance)
        return replace(made, own=own)


def schedule(
    kind: str,
    name: str,
    expression: Callable[..., tirx.PrimFunc],
    scheduled: Callable[[tirx.PrimFunc], tvm.ir.IRModule],
    reference: Callable[..., np.ndarray],
    counted: Extents,
    timed: Extents,
    **more: Any,
) -> UnseenSchedule:
    """A schedule under its name; `more` are fields of UnseenSchedule."""
    fields = {"kind": kind, "reference": reference, **more}
    known = expression, scheduled, counted, timed
    return generic_schedules.schedule(name, *known, UnseenSchedule, fields)


def tiled(
    func: tirx.PrimFunc,
    tile: Extents,
    threads: Extents,
    depth: int,
    sums: Sequence[str] = ("dots",),
    output: str = "out",
    each: int = 1,
    shared: int = 4,
) -> tvm.ir.IRModule:
    """Schedule a GEMM, or a batch of them, with a thread tile of accumulators in registers.

    Each block computes a tile of `output` for `each` matrices of the batch. The GEMMs in `sums`
    run one after the other over slices of K of size `depth`. Their operands are copied to shared
    memory by vectors of `shared` elements; with 0 they are read from global memory.
    """
    sch = s_tir.Schedule(func)
    last = sch.get_sblock(output)
    *batch, i, j = sch.get_loops(last)
    i_block, i_thread, i_inner = sch.split(i, [None, threads[0], tile[0] // threads[0]])
    j_block, j_thread, j_inner = sch.split(j, [None, threads[1], tile[1] // threads[1]])
    outer, together = batch, []
    if each > 1:
        outer, together = ([loop] for loop in sch.split(batch[0], [None, each]))
    sch.reorder(*outer, i_block, j_block, *together, i_thread, j_thread, i_inner, j_inner)
    bind(sch, [*outer, i_block, j_block, i_thread, j_thread], THREAD_TILE_AXES[1 - len(batch) :])
    bind(sch, together, ["threadIdx.z"] * len(together))
    sch.vectorize(j_inner)
    for name in sums:
        block = sch.get_sblock(name)
        sch.set_scope(block, 0, "local")
        sch.compute_at(block, j_thread)
        *_, i, j, k = sch.get_loops(block)
        k_outer, k_inner = sch.split(k, [None, depth])
        sch.reorder(k_outer, k_inner, i, j)
        for operand in (0, 1) if shared else ():
            fetch(sch, block, operand, k_outer, threads, shared)
        sch.decompose_reduction(block, k_outer)
    return sch.mod
