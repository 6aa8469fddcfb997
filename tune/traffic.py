"""Data-movement cost of a schedule, from its TIR alone, without lowering or compiling.

The loops around the computing block are divided among the memory levels. The data that the
innermost loops touch stay in registers as far as they fit, those of the next loops in the next
memory. Each memory loads an operand's footprint once per iteration of the outer loops that the
operand depends on: data reuse as in Wolf and Lam, A Data Locality Optimizing Algorithm (PLDI 1991).
As in the roofline model (Williams et al., 2009), the time of a memory is its bytes over its rate,
relative to one multiply-add. The times of registers and caches are added, because they overlap only
in part; the time of DRAM, for data that must be read once, is a lower bound.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import tvm
from tvm import s_tir, tirx

from schedules.lowering.nodes import Unknown, evaluate, in_loops, nodes, substituted
from schedules.processes.platforms import cores
from schedules.processes.worker import Pool

from .measuring.build import Refused, asked_for, scheduled
from .measuring.interface import BuildRequest
from .space.base import Point
from .space.knob_space import Space


@dataclass(frozen=True)
class Memory:
    """A memory level: capacity in bytes, and bytes that it transfers per multiply-add.

    `outside` has the kinds of loops whose iterations never share it.
    """

    size: float
    rate: float
    outside: frozenset[str]


# A thread's registers and a block's shared memory. An SM does 128 float32 FMAs per cycle, and reads
# 128 bytes of shared memory and about 32 of L2.
GPU = (
    Memory(1024, 1.0, frozenset({"blockIdx", "threadIdx"})),
    Memory(200 * 1024, 0.25, frozenset({"blockIdx"})),
)
# DRAM: 4.8 TB/s for 132 such SMs at 1.7 GHz.
GPU_DRAM = 0.166
# On tensor cores, the same FMAs take an eighth of the time.
MATRIX_UNIT = 8
PARALLEL = frozenset({"parallel"})
# Registers and caches work during DRAM transfers: times below this multiple of DRAM's are hidden.
HIDES = 2.0
# A core's vector registers (by LLVM's name of the CPU: float32 lanes, bytes) and two caches. Per
# cycle, it does two vectors of FMAs, loads two, and gets one from L2 and a sixth of one from
# beyond.
VECTORS = {"x86-64-v4": (16, 2048)}
OTHER_VECTORS = (8, 512)
L1, L2 = 32 * 1024, 1024 * 1024
CPU_DRAM = 0.2
# Fewer candidates than FEW are not worth starting processes; a process gets CHUNK at a time.
FEW, CHUNK = 64, 16
# Position of the concurrent and virtual threads in the order of a GPU's loops: inside all others.
INNERMOST = 9


@dataclass(frozen=True)
class Loop:
    """A loop around the work; `kind` is 'blockIdx', 'threadIdx', 'vthread', or TIR's."""

    var: tirx.Var
    extent: int
    kind: str

    @classmethod
    def of(cls, loop: tirx.For) -> Loop:
        bound = loop.thread_binding
        names = {tirx.ForKind.PARALLEL: "parallel", tirx.ForKind.VECTORIZED: "vectorized"}
        kind = (
            str(bound.thread_tag).partition(".")[0]
            if bound is not None
            else names.get(loop.kind, "serial")
        )
        return cls(loop.loop_var, int(loop.extent), kind)


@dataclass
class Operand:
    """The part of a buffer that one iteration of the work touches, indexed by the loops."""

    region: Any
    iterators: Mapping[tirx.Var, Any]
    loops: Sequence[Loop]
    known: dict = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.bytes = tvm.DataType(str(self.region.source.dtype)).bits / 8
        places = {loop.var: position for position, loop in enumerate(self.loops)}
        self.indices = []
        for dimension_range in self.region.region:
            index = substituted(dimension_range.min, self.iterators)
            variables = nodes(tvm.ir.Var, index)
            # Iterators of the surrounding blocks are constant inside the work's loops.
            fixed = dict.fromkeys(variables, 0)
            evaluate(index, fixed)
            used = frozenset(places[var] for var in variables if var in places)
            self.indices.append((index, fixed, used, int(dimension_range.extent)))
        self.depends = frozenset().union(*(used for *_, used, _ in self.indices))

    @property
    def name(self) -> str:
        return str(self.region.source.name)

    def footprint(self, inside: frozenset[int]) -> float:
        """Bytes that the loops `inside` touch while the others are fixed."""
        total = self.bytes
        for dimension, (index, fixed, used, extent) in enumerate(self.indices):
            asked = tuple(sorted(used & inside))
            if (dimension, asked) not in self.known:
                counts = [
                    np.arange(self.loops[loop].extent if loop in asked else 1) for loop in used
                ]
                grids = np.meshgrid(*counts, indexing="ij") if counts else []
                loops = (self.loops[loop].var for loop in used)
                values = evaluate(index, {**fixed, **dict(zip(loops, grids, strict=True))})
                self.known[dimension, asked] = len(np.unique(values))
            total *= self.known[dimension, asked] * extent
        return total


@dataclass
class Work:
    """The block that reduces most, with the loops around it."""

    loops: list[Loop]
    reads: list[Operand]
    writes: list[Operand]
    on_matrix_unit: bool

    @classmethod
    def of(cls, mod: tvm.ir.IRModule) -> Work:
        reducing = [
            (math.prod(int(loop.extent) for loop in nest), nest, realize)
            for nest, realize in in_loops(s_tir.SBlockRealize, mod)
            if any(axis.iter_type == tirx.IterVar.CommReduce for axis in realize.block.iter_vars)
        ]
        if not reducing:
            raise Unknown("no block reduces")
        _, nest, realize = max(reducing, key=lambda candidate: candidate[0])
        loops, block = [Loop.of(loop) for loop in nest], realize.block
        pairs = zip(block.iter_vars, realize.iter_values, strict=True)
        iterators = {iterator.var: value for iterator, value in pairs}
        writes = [Operand(region, iterators, loops) for region in block.writes]
        written = {operand.name for operand in writes}
        operands = [Operand(region, iterators, loops) for region in block.reads]
        reads = [operand for operand in operands if operand.name not in written]
        whole = any(extent > 1 for operand in operands for *_, extent in operand.indices)
        return cls(loops, reads, writes, whole)

    def moved(self, memory: Memory, first: bool, lanes: int) -> float:
        """Bytes that must be moved into a memory; `first`: the registers, with accumulators.

        A load there has `lanes` elements, but of an operand that all lanes share, it uses only one.
        """
        inside = self.inside(memory, first)
        outside = [loop for loop in self.order(memory) if loop not in inside]
        vectorized = {loop for loop in inside if self.loops[loop].kind == "vectorized"}
        moved = 0.0
        for operand, times in [
            *((operand, 1) for operand in self.reads),
            *((operand, 2) for operand in self.writes),
        ]:
            spread = lanes if first and vectorized and not operand.depends & vectorized else 1
            rounds = [self.loops[loop].extent for loop in self.reloading(operand, outside)]
            moved += times * spread * operand.footprint(inside) * math.prod(rounds)
        return moved

    def order(self, memory: Memory) -> list[int]:
        """The loops by position, outermost first, as a memory sees them."""

        def rank(loop: int) -> tuple[int, int]:
            kind = self.loops[loop].kind
            if kind in memory.outside:
                return (0, loop)
            return (INNERMOST if kind in ("threadIdx", "vthread") else 1, loop)

        return sorted(range(len(self.loops)), key=rank)

    def inside(self, memory: Memory, first: bool) -> frozenset[int]:
        """The innermost loops that together touch no more than a memory holds; at least one."""
        held = [*self.reads, *self.writes] if first or "parallel" in memory.outside else self.reads
        inside: frozenset[int] = frozenset()
        for loop in reversed(self.order(memory)):
            more = inside | {loop}
            fits = sum(operand.footprint(more) for operand in held) <= memory.size
            if self.loops[loop].kind in memory.outside or (inside and not fits):
                break
            inside = more
        return inside

    def reloading(self, operand: Operand, outside: Sequence[int]) -> Sequence[int]:
        """The outer loops in whose iterations an operand is loaded again.

        Going outwards, it stays in memory up to the first loop that it depends on.
        """
        last = max((n for n, loop in enumerate(outside) if loop in operand.depends), default=-1)
        return outside[: last + 1]


def cost(request: BuildRequest) -> float | None:
    """The time of a candidate's data movement relative to its FMAs, plus 1 for the FMAs.

    None for a schedule that is refused or cannot be analyzed.
    """
    _, workload = asked_for(request)
    try:
        work = Work.of(scheduled(request))
    except (Unknown, Refused):
        return None
    on_cpu = not request.arch.startswith("sm_")
    lanes, registers = VECTORS.get(request.arch, OTHER_VECTORS) if on_cpu else (1, 0)
    cpu = (Memory(registers, 4.0, PARALLEL), Memory(L1, 2.0, PARALLEL), Memory(L2, 0.3, PARALLEL))
    faster = MATRIX_UNIT if work.on_matrix_unit and not on_cpu else 1
    times = workload.flops / 2 / faster
    within = 1.0
    for level, memory in enumerate(cpu if on_cpu else GPU):
        within += work.moved(memory, level == 0, lanes) / memory.rate / times
    # If DRAM bounds the kernel, it hides the rest, and all tiles are equally good.
    dram = workload.bytes / (CPU_DRAM if on_cpu else GPU_DRAM) / times
    return max(within, HIDES * dram)


def costs_of(requests: Sequence[BuildRequest]) -> list[float | None]:
    return list(map(cost, requests))


class Costs:
    """The costs of a space's points, each computed once; many are computed in processes."""

    def __init__(self, space: Space) -> None:
        self._space = space
        self._known: dict[Point, float | None] = {}

    def __call__(self, points: Sequence[Point]) -> list[float | None]:
        missing = [point for point in points if point not in self._known]
        requests = [self._space.request(point) for point in missing]
        if len(requests) < FEW:
            costs = costs_of(requests)
        else:
            chunks = [requests[at : at + CHUNK] for at in range(0, len(requests), CHUNK)]
            with Pool(costs_of, cores()) as pool:
                costs = [cost for chunk in pool.map(chunks) for cost in chunk]
        self._known.update(zip(missing, costs, strict=True))
        return [self._known[point] for point in points]


def least_costly_first(space: Space, points: Sequence[Point]) -> list[Point]:
    """Points by cost; equal ones stay in order, those of unknown cost come last."""
    costs = dict(zip(points, Costs(space)(points), strict=True))
    return sorted(points, key=lambda point: math.inf if costs[point] is None else costs[point])
