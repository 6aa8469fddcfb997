"""What a computation is, from its blocks' iterators: stages, groups of stages, their kinds."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import tvm
from tvm import s_tir, tirx

from ..lowering.nodes import nodes


@dataclass(frozen=True)
class Access:
    """A load or store: for each dimension, the iterators in its index."""

    buffer: str
    dtype: str
    shape: tuple[int, ...]
    dims: tuple[tuple[str, ...], ...]
    # For each dimension, whether its index is a single iterator or a constant.
    simple: tuple[bool, ...]

    @property
    def iters(self) -> frozenset[str]:
        return frozenset(name for dim in self.dims for name in dim)

    @property
    def plain(self) -> bool:
        """Whether each index is a single iterator or a constant."""
        return all(self.simple)

    def run(self, names: Sequence[str], extents: Mapping[str, int]) -> int:
        """How many adjacent elements of memory the fused iterators `names` visit in order."""
        length, position = 1, len(self.dims)
        for name in reversed(names):
            position -= 1
            if position < 0 or self.dims[position] != (name,) or not self.simple[position]:
                break
            length *= extents[name]
            if self.shape[position] != extents[name]:
                return math.gcd(length, self.shape[position])
        return length

    @property
    def last(self) -> tuple[str, ...]:
        """The iterators of the innermost dimension that has any."""
        return next((dim for dim in reversed(self.dims) if dim), ())

    @property
    def bytes(self) -> int:
        return itemsize(self.dtype) * math.prod(self.shape)


@dataclass(frozen=True)
class Stage:
    """A leaf block: its iterators with their extents, what it reads, and what it writes."""

    name: str
    spatial: dict[str, int]
    reduced: dict[str, int]
    reads: tuple[Access, ...]
    write: Access
    several: bool
    product: bool

    @property
    def points(self) -> int:
        return math.prod(self.spatial.values())

    @property
    def length(self) -> int:
        """The number of terms of a reduction."""
        return math.prod(self.reduced.values())

    def order(self) -> list[str]:
        return [*self.spatial, *self.reduced]

    def extent(self, names: Sequence[str]) -> int:
        return math.prod((self.spatial | self.reduced)[name] for name in names)


def itemsize(dtype: str) -> int:
    return 2 if dtype == "bfloat16" else 1 if "float8" in dtype else np.dtype(dtype).itemsize


def stages_of(sch: s_tir.Schedule) -> list[Stage]:
    """The leaf blocks of an unscheduled function, in order."""
    return [stage_of(sch.get(block)) for block in sch.get_child_blocks(sch.get_sblock("root"))]


def stage_of(block: s_tir.SBlock) -> Stage:
    iters = {var.var: var for var in block.iter_vars}
    kinds: dict[int, dict[str, int]] = {}
    for var in block.iter_vars:
        kinds.setdefault(int(var.iter_type), {})[str(var.var.name)] = int(var.dom.extent)
    stores = nodes(tirx.BufferStore, block.body)
    written = {str(store.buffer.name) for store in stores}
    loads = [load for store in stores for load in nodes(tvm.ir.TensorLoad, store.value)]
    reads = {}
    for load in loads:
        if str(load.source.name) not in written:
            access = _access(load.source, load.indices, iters)
            reads.setdefault((access.buffer, str(load.indices)), access)
    return Stage(
        str(block.name_hint),
        kinds.get(tirx.IterVar.DataPar, {}),
        kinds.get(tirx.IterVar.CommReduce, {}),
        tuple(reads.values()),
        _access(stores[0].buffer, stores[0].indices, iters),
        len(stores) > 1 or bool(set(kinds) - {tirx.IterVar.DataPar, tirx.IterVar.CommReduce}),
        bool(nodes(tirx.Mul, stores[0].value)) and bool(nodes(tirx.Add, stores[0].value)),
    )


def _access(buffer: tirx.Buffer, indices: Sequence, iters: dict) -> Access:
    dims = []
    for index in indices:
        names = [str(var.name) for var in nodes(tirx.Var, index) if var in iters]
        dims.append(tuple(dict.fromkeys(names)))
    simple = tuple(isinstance(index, tirx.Var | tirx.IntImm) for index in indices)
    shape = tuple(int(extent) for extent in buffer.shape)
    return Access(str(buffer.name), str(buffer.dtype), shape, tuple(dims), simple)
