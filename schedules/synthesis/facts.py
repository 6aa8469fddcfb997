"""What a computation is, from its blocks' iterators: the kinds of its kernels; and what the loops
around a block are."""

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

VECTOR_BYTES = 16
# A contraction with fewer rows or columns than this is a reduction of rows, not a GEMM.
LEAST_TILE = 4
MAPS, TRANSPOSE, ROWS, COLUMNS, GEMM, WINDOW, OTHER = (
    "elementwise",
    "layout change",
    "reduction of rows",
    "reduction of columns",
    "GEMM",
    "window",
    "other",
)


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


# --- kernels --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Contraction:
    """Iterators of a product-sum by where they appear: both operands and the output (batch), the
    first and the output (rows), the second and the output (columns), both operands only (depth).
    `operands` are the positions of row and column operand among the block's reads."""

    batch: tuple[str, ...]
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    depth: tuple[str, ...]
    operands: tuple[Access, Access]


@dataclass(frozen=True)
class Group:
    """The stages of one kernel: reductions, if any, then the stage that writes the result."""

    kind: str
    reductions: tuple[Stage, ...]
    last: Stage | None
    contraction: Contraction | None = None

    @property
    def stages(self) -> list[Stage]:
        return [*self.reductions, *([self.last] if self.last else [])]

    @property
    def main(self) -> Stage:
        return self.stages[0]

    @property
    def end(self) -> Stage:
        """The stage that writes the result."""
        return self.stages[-1]

    @property
    def end_name(self) -> str | None:
        """The block behind the reduction that writes the result, if there is one."""
        return self.last.name if self.last else None

    @property
    def roles(self) -> Contraction:
        """The iterators of a GEMM."""
        assert self.contraction, f"{self.name} is a {self.kind}"
        return self.contraction

    @property
    def name(self) -> str:
        return self.main.name

    @property
    def plain(self) -> bool:
        """Whether a GEMM has one iterator per side, and its operands these as their indices."""
        sides = (self.roles.rows, self.roles.columns, self.roles.depth)
        simple = all(len(side) == 1 for side in sides) and all(a.plain for a in self.roles.operands)
        return simple and len(self.roles.batch) + 3 == len(self.main.order())

    def along_depth(self, operand: int) -> bool:
        """Whether an operand's adjacent elements in memory lie along the depth of a GEMM."""
        return set(self.roles.operands[operand].last) <= set(self.roles.depth)

    def vector(self, operand: int) -> int:
        """How many adjacent elements of an operand one load may take."""
        access = self.roles.operands[operand]
        side = self.roles.columns if operand else self.roles.rows
        names = self.roles.depth if self.along_depth(operand) else side
        run = access.run(names, self.main.spatial | self.main.reduced)
        return math.gcd(run, VECTOR_BYTES // itemsize(access.dtype))

    def position(self, operand: int) -> int:
        """The operand's position among the reads of the block."""
        return self.main.reads.index(self.roles.operands[operand])


def contraction_of(stage: Stage) -> Contraction | None:
    """The iterators of a GEMM, a batched one, or a convolution; None for other reductions."""
    if not stage.product or stage.several or len(stage.reads) != 2:
        return None
    spatial = {name for name, extent in stage.spatial.items() if extent > 1}
    reduced = {name for name, extent in stage.reduced.items() if extent > 1}
    first, second = stage.reads
    if not reduced or not reduced <= first.iters & second.iters:
        return None
    batch = spatial & first.iters & second.iters
    only = [spatial & first.iters - second.iters, spatial & second.iters - first.iters]
    if batch | only[0] | only[1] != spatial or not all(map(stage.extent, map(list, only))):
        return None
    if min(stage.extent(list(names)) for names in only) < LEAST_TILE:
        return None
    # Columns are the group with the output's innermost iterator, which is contiguous.
    if stage.write.last and set(stage.write.last) & only[0]:
        only.reverse()
        first, second = second, first
    # The depth of a convolution with its window outermost: a slice then has one offset into it.
    sides = only[0] | only[1]
    dims = [dim for read in stage.reads for dim in read.dims if len(dim) > 1]
    window = {name for dim in dims if sides & set(dim) for name in dim}
    order = sorted(stage.order(), key=lambda name: name in reduced - window)
    ordered = [
        tuple(name for name in order if name in names)
        for names in (batch, only[0], only[1], reduced)
    ]
    return Contraction(*ordered, (first, second))


def kind_of(stage: Stage) -> str:
    """The kind of one stage by its iterators."""
    if stage.several and not stage.reduced:
        return OTHER
    if not stage.reduced:
        return TRANSPOSE if transposed_read(stage) is not None else MAPS
    if contraction_of(stage):
        return GEMM
    windows = [
        dim
        for read in stage.reads
        for dim in read.dims
        if set(dim) & set(stage.spatial) and set(dim) & set(stage.reduced)
    ]
    if windows:
        return WINDOW
    long = [read for read in stage.reads if read.iters & set(stage.reduced)]
    if not long:
        return OTHER
    largest = max(long, key=lambda read: read.bytes)
    varying = [name for name in largest.last if (stage.spatial | stage.reduced)[name] > 1] or list(
        largest.last
    )
    return ROWS if set(varying) & set(stage.reduced) else COLUMNS


def transposed_read(stage: Stage) -> int | None:
    """The read whose innermost iterator is not the output's, so that it needs a tile."""
    if not stage.write.last:
        return None
    inner = stage.write.last[-1]
    for position, read in enumerate(stage.reads):
        last = read.last
        if len(last) != 1 or last[0] == inner or inner not in read.iters or not read.plain:
            continue
        if stage.extent(last) > 1 and stage.extent([inner]) > 1 and stage.write.plain:
            return position
    return None


def groups_of(stages: list[Stage], outputs: set[str]) -> list[Group]:
    """The groups of stages, in order; operand producers of GEMMs belong to the GEMM's group."""
    groups: list[Group] = []
    produced = {read.buffer for stage in stages if kind_of(stage) == GEMM for read in stage.reads}
    for stage in stages:
        kind, previous = kind_of(stage), groups[-1] if groups else None
        if not stage.reduced and stage.write.buffer in produced - outputs and not stage.several:
            continue
        reads = {read.buffer for read in stage.reads}
        if previous and previous.last is None:
            made = {each.write.buffer for each in previous.reductions}
            same = list(previous.main.spatial.values())
            chained = stage.reduced and reads & made and kind == previous.kind == ROWS
            if chained and list(stage.spatial.values()) == same:
                groups[-1] = Group(ROWS, (*previous.reductions, stage), None)
                continue
            fits = rows_match(stage, made, same) and (
                previous.kind == ROWS or len(stage.spatial) == len(same)
            )
            if not stage.reduced and not stage.several and reads & made and fits:
                groups[-1] = Group(previous.kind, previous.reductions, stage, previous.contraction)
                continue
        if stage.reduced:
            groups.append(Group(kind, (stage,), None, contraction_of(stage)))
        else:
            groups.append(Group(kind, (), stage))
    return groups


def rows_match(stage: Stage, made: set[str], extents: list[int]) -> bool:
    """Whether a stage reads each element of a reduction at the position that it writes."""
    outer = list(stage.spatial.items())[: len(extents)]
    if [extent for _, extent in outer] != extents:
        return False
    return all(
        not dim or dim == (outer[position][0],)
        for read in stage.reads
        if read.buffer in made
        for position, dim in enumerate(read.dims)
    )


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
