"""What a computation is, from its blocks' iterators, and what the loops around a block are."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

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


# --- any schedule ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Loop:
    """A loop around a block: its extent (1 if that is no constant), what it is bound to ('' if to
    nothing), and the positions of the block's iterators that it is part of."""

    variable: Any
    name: str
    extent: int
    tag: str
    iters: frozenset[int]

    @property
    def serial(self) -> bool:
        return not self.tag

    def bound(self, *axes: str) -> bool:
        return self.tag.partition(".")[0] in axes


@dataclass(frozen=True)
class Nest:
    """A block with the loops around it."""

    sch: s_tir.Schedule
    name: str

    @cached_property
    def node(self) -> s_tir.SBlock:
        return self.sch.get(self.sch.get_sblock(self.name))

    @cached_property
    def loops(self) -> list[Loop]:
        realizes = nodes(s_tir.SBlockRealize, self.sch.mod["main"].body)
        realize = next(each for each in realizes if each.block.same_as(self.node))
        used = [set(map(hash, nodes(tirx.Var, value))) for value in realize.iter_values]
        made = []
        for variable in self.sch.get_loops(self.sch.get_sblock(self.name)):
            loop = self.sch.get(variable)
            binding = loop.thread_binding
            tag = "" if binding is None else str(binding.thread_tag)
            # Vectorized and unrolled loops are bound to nothing, and no longer serial.
            tag = tag or ("" if int(loop.kind) == tirx.ForKind.SERIAL else "other")
            iters = frozenset(i for i, each in enumerate(used) if hash(loop.loop_var) in each)
            name = str(loop.loop_var.name)
            extent = int(loop.extent) if isinstance(loop.extent, tirx.IntImm) else 1
            made.append(Loop(variable, name, extent, tag, iters))
        return made

    @property
    def reduced(self) -> frozenset[int]:
        kinds = [int(var.iter_type) for var in self.node.iter_vars]
        return frozenset(i for i, kind in enumerate(kinds) if kind == tirx.IterVar.CommReduce)

    @property
    def reduces(self) -> bool:
        return bool(self.reduced)

    @property
    def written(self) -> tirx.Buffer:
        return self.node.writes[0].source

    @property
    def scope(self) -> str:
        return str(self.written.scope())

    @property
    def dtype(self) -> str:
        return str(self.written.dtype)

    @property
    def rank(self) -> int:
        return len(self.node.writes[0].region)

    def common(self, read: int, most: int) -> bool:
        """Whether all blocks of threads read the same buffer, of at most `most` bytes."""
        source = self.node.reads[read].source
        region = self.node.reads[read].region
        used = [var for each in region for var in nodes(tirx.Var, each.min)]
        by_block = {i for loop in self.loops if loop.bound("blockIdx") for i in loop.iters}
        size = math.prod(map(int, source.shape)) * itemsize(str(source.dtype))
        own = [self.node.iter_vars[i].var for i in by_block]
        return size <= most and not any(var.same_as(each) for var in used for each in own)

    def reads(self, *scopes: str) -> list[int]:
        """The positions of reads from buffers in one of the scopes, without its own output."""
        return [
            position
            for position, region in enumerate(self.node.reads)
            if region.source.scope() in scopes and not region.source.same_as(self.written)
        ]

    @property
    def last_bound(self) -> int:
        """The position of the innermost loop that is bound to threads or blocks; -1 if none."""
        return max((i for i, loop in enumerate(self.loops) if loop.tag[-2:-1] == "."), default=-1)

    @property
    def depth(self) -> list[int]:
        """The positions of serial loops of the reduction, outermost first."""
        return [i for i, loop in enumerate(self.loops) if loop.serial and loop.iters & self.reduced]
