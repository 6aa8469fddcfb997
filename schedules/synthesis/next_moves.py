"""Moves on any schedule: what could be added to it, inserted into it or left out of it.

A move looks at the blocks and loops of the schedule's present state, so it knows nothing of how the
user wrote it. It yields attempts, each a change at a place of the program; an attempt whose
condition does not hold raises NotApplicable, and one that makes no kernel is left out by `advice`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

from tvm import s_tir, tirx

from gpusim.chips import HOPPER_ARCH

from ..core.schedule_moves import (
    DEPENDENT_LAUNCH_MARK,
    DOUBLE_BUFFER_MARK,
    FIRST_LANE_MARK,
    MAX_REGISTERS_MARK,
    PRODUCT_ORDER_MARK,
)
from ..lowering.nodes import nodes
from .draft import Block, Draft, Named
from .facts import itemsize
from .moves import VECTOR_BYTES, WARP, require, unroll_inside, vectorize_copy
from .program import Change, Program

LANES, BLOCKS, VIRTUAL = "threadIdx", "blockIdx", "vthread"
SHARED_SCOPES = ("shared", "shared.dyn")
# Registers per thread with which two, three and four blocks of 256 threads fit an SM.
REGISTERS = (128, 80, 64)
ASYNC = {"async_copy": True, "storage_rewrite": False}


@dataclass(frozen=True)
class Attempt:
    """A move's change of a program: at each place, what is inserted before that line.

    `without` are blocks whose scheduling is dropped, `build` compile options that change.
    """

    move: str
    why: str
    changes: tuple[tuple[int, Change], ...]
    build: dict[str, Any] = field(default_factory=dict)
    without: tuple[str, ...] = ()

    def program(self, of: Program) -> Program:
        """The changed program; raises what TVM raises, and NotApplicable."""
        if self.without:
            for block in self.without:
                of = of.without(block)
            return of.changed(0, self.changes[0][1])
        for at, change in sorted(self.changes, key=lambda pair: -pair[0]):
            of = of.changed(at, change)
        return of.changed(0, lambda d: None, **self.build)


@dataclass(frozen=True)
class Loop:
    """A loop around a block: its extent, what it is bound to ('' if to nothing), and the positions
    of the block's iterators that it is part of."""

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
            made.append(Loop(variable, name, int(loop.extent), tag, iters))
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


@dataclass(frozen=True)
class Present:
    """The state of a program behind its first `count` lines: the nests of its blocks."""

    program: Program
    arch: str
    count: int

    @cached_property
    def sch(self) -> s_tir.Schedule:
        return self.program.replayed(self.count)[0]

    @cached_property
    def whole(self) -> Present:
        """The state before the first reduction is decomposed into its start and its update."""
        return replace(self, count=self.program.line_of("decompose_reduction"))

    @cached_property
    def nests(self) -> list[Nest]:
        blocks = self.sch.get_child_blocks(self.sch.get_sblock("root"))
        return [Nest(self.sch, str(self.sch.get(block).name_hint)) for block in blocks]

    @property
    def reductions(self) -> list[Nest]:
        return [nest for nest in self.nests if nest.depth]

    @cached_property
    def threads(self) -> dict[str, int]:
        """The extents of thread axes, outermost first."""
        loops = (loop for nest in self.nests for loop in nest.loops if loop.bound(LANES))
        return dict(sorted({loop.tag: loop.extent for loop in loops}.items(), reverse=True))

    @property
    def kernels(self) -> int:
        loops = (loop for nest in self.nests for loop in nest.loops if loop.tag == "blockIdx.x")
        return len({hash(self.sch.get(loop.variable).loop_var) for loop in loops})

    def copies(self, *scopes: str) -> list[Nest]:
        """Blocks that only copy, to a scope."""
        return [
            nest
            for nest in self.nests
            if nest.scope in scopes and not nest.reduces and len(nest.node.reads) == 1
        ]

    def notes(self, loop: Loop) -> Any:
        return self.sch.get(loop.variable).annotations

    def statements(self, loop: Loop) -> int:
        body = self.sch.get(loop.variable).body
        return len(body.seq) if isinstance(body, tirx.SeqStmt) else 1

    def here(self, move: str, why: str, change: Callable, *given: Any, **build: Any) -> Attempt:
        """An attempt of `change(draft, *given)` at this place."""
        return Attempt(move, why, ((self.count, lambda d: change(d, *given)),), build)


def named_loops(d: Draft, block: str) -> list[Named]:
    """The loops of a block under the names that they have, or under new ones."""
    known = [d.known(loop) for loop in d.sch.get_loops(d.sch.get_sblock(block))]
    fresh = [] if all(known) else d.loops(block, "")
    return [name or fresh[position] for position, name in enumerate(known)]


def mark(d: Draft, block: str, key: str, value: Any) -> None:
    d.annotate(d.get_sblock(block, to="block"), key, value)


def on_each(d: Draft, nests: Sequence[Nest], change: Callable, *given: Any) -> None:
    for nest in nests:
        change(d, nest, *given)


def swapped(order: Sequence[Named], new: dict[Named, Named]) -> list[Named]:
    """Loops in order, with new ones in place of those that were split."""
    return [new.get(loop, loop) for loop in order]


# --- copies ---------------------------------------------------------------------------------------


def distribute(d: Draft, copy: Block, rank: int, threads: dict[str, int], vector: int) -> None:
    """Divide a copy among the threads of a block; each moves `vector` adjacent elements.

    for i, j in T.grid(16, 64): S[i, j] = A[...]   becomes, for 256 threads
    for f, thread in T.grid(4, 256): S[...] = A[...]            # thread over threadIdx.x
    """
    element = d.fuse(*d.loops(copy, "", last=rank), to="element")
    require(d.extent(element) >= math.prod(threads.values()) * vector, "more threads than elements")
    names = " ".join(["_", *(f"f{tag[-1]}" for tag in threads), *["lane"][: vector - 1]])
    _, *loops = d.split(element, [None, *threads.values(), *[vector][: vector - 1]], to=names)
    for loop, tag in zip(loops, threads, strict=False):
        d.bind(loop, tag)
    if vector > 1:
        d.vectorize(loops[-1])


def fetch_together(p: Present) -> Iterator[Attempt]:
    """Divide copies to shared memory that every thread makes in whole."""
    nests = [
        nest
        for nest in p.copies(*SHARED_SCOPES)
        if not any(loop.bound(LANES) for loop in nest.loops[-nest.rank :])
    ]
    divide = lambda d, nest, *given: distribute(d, nest.name, nest.rank, *given)  # noqa: E731
    for vector in (1, 4) if nests and p.threads else ():
        why = f"each thread copies its part of a tile, {vector} elements at a time"
        yield p.here("cooperative fetch", why, on_each, nests, divide, p.threads, vector)


def vectorize_copies(p: Present) -> Iterator[Attempt]:
    """Copy by vectors where the innermost loop of a copy is serial.

    for lane in range(4): S[i * 4 + lane] = ...   becomes   S[i * 4 : i * 4 + 4] = ...
    """
    for scopes in (SHARED_SCOPES, ("local",), ("global",)):
        nests = [
            nest
            for nest in p.nests
            if nest.scope in scopes and not nest.reduces and nest.loops
            if nest.loops[-1].serial and nest.loops[-1].extent % 2 == 0
        ]
        if nests:
            why = f"adjacent elements by one access, in copies to {scopes[0]} memory"
            change = lambda d, nest: vectorize_copy(d, nest.name, nest.dtype)  # noqa: E731
            yield p.here("vectorize", why, on_each, nests, change)


def pad_shared(p: Present) -> Iterator[Attempt]:
    """Pad rows in shared memory, by a word or by 16 bytes, so that columns lie in other banks."""

    def pad(d: Draft, nest: Nest, size: int) -> None:
        offset = max(1, size // itemsize(nest.dtype))
        d.storage_align(nest.name, 0, axis=nest.rank - 2, factor=WARP, offset=offset)

    nests = [nest for nest in p.copies(*SHARED_SCOPES) if nest.rank >= 2]
    for size in (4, 16) if nests else ():
        why = f"{size} bytes of padding per row: a column lies in other banks"
        yield p.here("padding", why, on_each, nests, pad, size)


# --- loops of a reduction -------------------------------------------------------------------------


def unroll_loops(p: Present) -> Iterator[Attempt]:
    """Unroll the innermost loop of a reduction, or a few iterations of a long one."""

    def unroll(d: Draft, nest: Nest, few: int) -> None:
        loop = d.loops(nest.name, "")[nest.depth[-1]]
        if few:
            _, loop = d.split(loop, [None, few], to="_ few")
        unroll_inside(d, loop, 8192)

    for nest in p.reductions:
        extent = nest.loops[nest.depth[-1]].extent
        counts = [0] if 1 < extent <= 64 else []
        counts += [few for few in (4, 8) if extent > 16 and extent % few == 0]
        for few in counts:
            which = f"of {few} iterations " if few else ""
            why = f"constant addresses, and loads {which}in flight together"
            yield p.here("unroll", why, unroll, nest, few)


def annotate_pipeline(
    d: Draft, nest: Nest, at: int, stage: list[int], order: list[int], ahead: bool = False
) -> None:
    """Give each statement of a loop its stage and its position."""
    loop = d.loops(nest.name, "")[at]
    if "software_pipeline_stage" in d.sch.get(loop.variable).annotations:
        d.unannotate(loop, "software_pipeline_stage")
        d.unannotate(loop, "software_pipeline_order")
    if ahead:
        d.annotate(loop, "software_pipeline_async_stages", [0])
    d.annotate(loop, "software_pipeline_stage", stage)
    d.annotate(loop, "software_pipeline_order", order)


def pipelines(p: Present) -> Iterator[Attempt]:
    """Copy the next slice while this one is used.

    for k: copy(k); multiply(k)   becomes   copy(0); for k: copy(k + 1); multiply(k)
    """
    copies = p.copies(*SHARED_SCOPES)
    n = len(copies)
    for nest in p.reductions if copies else ():
        outer, *inner = nest.depth
        loop = nest.loops[outer]
        if p.statements(loop) != n + 1 or loop.extent < 4:
            continue
        rows = bool(inner) and "software_pipeline_stage" in p.notes(nest.loops[inner[0]])
        if not rows:
            why = "the next slice is copied while this one is used"
            given = nest, outer, [0] * n + [1], list(range(n + 1))
            yield p.here("software pipeline", why, annotate_pipeline, *given)
            why = "load the next slice to registers, use this one, store what has arrived"
            yield p.here("local stage", why, stage_copies, copies, nest, outer)
        if "software_pipeline_async_stages" in p.notes(loop):
            continue
        for last in (2, 3, 1) if not rows else (2, 3):
            stage = [0] * n + ([last - 1, last, last] if rows else [last])
            order = [*range(n), *([n + 1, n, n + 2] if rows else [n])]
            why = f"cp.async: {last} slices in flight while one is used"
            given = nest, outer, stage, order, True
            yield p.here("async pipeline", why, annotate_pipeline, *given, **ASYNC)


def stage_copies(d: Draft, copies: Sequence[Nest], nest: Nest, outer: int) -> None:
    """Copies in two statements, a load to registers and a store from there, pipelined."""
    for copy in copies:
        mark(d, copy.name, "tirx.manifest_shared_memory_local_stage", 1)
        mark(d, copy.name, "double_buffer_scope", 0)
    n = len(copies)
    order = [place for number in range(n) for place in (number, n + 1 + number)]
    annotate_pipeline(d, nest, outer, [0] * (2 * n) + [1], [*order, n])


def pipeline_rows(p: Present) -> Iterator[Attempt]:
    """Load operands from shared memory to registers one row ahead."""
    loads = [nest for nest in p.copies("local") if nest.reads(*SHARED_SCOPES)]

    def ahead(d: Draft, nest: Nest, at: int) -> None:
        n = len(loads)
        annotate_pipeline(d, nest, at, [0] * n + [1], list(range(n + 1)))
        unroll_inside(d, d.loops(nest.name, "")[at], 8192)

    for nest in p.reductions if loads else ():
        at = nest.depth[-1]
        if len(nest.depth) > 1 and p.statements(nest.loops[at]) == len(loads) + 1:
            why = "a shared load takes about 30 cycles: start it one row ahead"
            yield p.here("register pipeline", why, ahead, nest, at)


def annotations(p: Present) -> Iterator[Attempt]:
    """Marks that lowering understands: double buffers, the order of FMAs, registers, launches."""
    if shared := p.copies(*SHARED_SCOPES):
        why = "a slice is stored while the other half is read"
        double = lambda d, nest: mark(d, nest.name, DOUBLE_BUFFER_MARK, 1)  # noqa: E731
        yield p.here("double buffer", why, on_each, shared, double)
    for nest in p.reductions:
        tile = nest.loops[-2:]
        if len(tile) == 2 and all(loop.serial and 1 < loop.extent <= 8 for loop in tile):

            def ordered(d: Draft, nest: Nest = nest, columns: int = tile[1].extent) -> None:
                y, _ = d.loops(nest.name, "y _", last=2)
                d.annotate(y, PRODUCT_ORDER_MARK, columns)

            yield p.here("order products", "neighbouring FMAs share an operand", ordered)
    for count in REGISTERS:
        why = f"at most {count} registers: more blocks per SM"
        yield p.here("occupancy", why, mark, "root", MAX_REGISTERS_MARK, count)
    if p.kernels > 1 and p.arch == HOPPER_ARCH:
        why = "the next kernel starts before this one has ended"
        yield p.here("dependent launch", why, mark, "root", DEPENDENT_LAUNCH_MARK, 1)
    across = [
        nest
        for nest in p.nests
        if any(loop.bound(LANES) and loop.iters & nest.reduced for loop in nest.loops)
    ]
    written = [n for n in p.nests if n.reads("local") and not n.reduces and n.scope == "global"]
    if across and written:
        why = "only the lane that writes needs the sum"
        yield p.here("first lane", why, mark, written[-1].name, FIRST_LANE_MARK, 1)


# --- while a reduction is one block ---------------------------------------------------------------


def accumulators(p: Present) -> Iterator[Attempt]:
    """Accumulate in registers, which start at zero before the loop."""

    def init(d: Draft, nest: Nest) -> None:
        d.decompose_reduction(nest.name, named_loops(d, nest.name)[nest.depth[0]])

    def keep(d: Draft, nest: Nest) -> None:
        write = d.cache_write(nest.name, 0, "local", to="write")
        inner = named_loops(d, nest.name)[nest.last_bound]
        d.reverse_compute_at(write, inner, preserve_unit_loops=True)

    for nest in p.whole.reductions:
        if nest.last_bound < 0 or nest.node.init is None:
            continue
        if p.whole.count == p.count:
            why = "zero the accumulator before the loop, not by a test inside it"
            yield p.here("init", why, init, nest)
        if nest.scope == "global":
            why = "the accumulator in a register, written to global memory once"
            yield p.whole.here("accumulators in registers", why, keep, nest)


def operands(p: Present) -> Iterator[Attempt]:
    """Operands in shared memory, or those of a thread tile in registers."""
    for nest in p.whole.reductions if p.threads else ():
        for depth in (16, 32, 8) if nest.reads("global") else ():
            for vector in (4, 1):
                why = f"slices of {depth} in shared memory: a block loads each element once"
                given = nest, p.threads, depth, vector
                yield p.whole.here("shared tile", why, share, *given)
        scopes = SHARED_SCOPES if nest.reads(*SHARED_SCOPES) else ("global",)
        if any(loop.serial for loop in nest.loops[nest.depth[-1] + 1 :]):
            why = "a thread reads its part of a row to registers"
            for wide in (True, False):
                yield p.whole.here("operands in registers", why, to_registers, nest, scopes, wide)


def share(d: Draft, nest: Nest, threads: dict[str, int], depth: int, vector: int) -> None:
    """Copy slices of the operands of a reduction to shared memory, together.

        for k in range(K): C += A[k] * B[k]
    becomes, for a depth of 16
        for k, k_inner in T.grid(K // 16, 16):
            A_shared[...] = A[k * 16 : ...]; B_shared[...] = B[k * 16 : ...]
            C += A_shared[...] * B_shared[...]
    """
    loops = named_loops(d, nest.name)
    first = nest.depth[0]
    outer = loops[first]
    if len(nest.depth) == 1:
        require(nest.loops[first].extent > depth, "fewer terms than a slice")
        outer, inner = d.split(outer, [None, depth], to=f"{outer} k_inner")
        tile = [loops[i] for i in range(nest.last_bound + 1, len(loops)) if i != first]
        d.reorder(outer, inner, *tile)
    else:
        require(first == nest.last_bound + 1, "the loop over slices is not outermost")
        require(depth == 16, "the slices have their depth")
    for position in nest.reads("global"):
        copy = d.cache_read(nest.name, position, "shared", to="copy")
        d.compute_at(copy, outer, preserve_unit_loops=True)
        distribute(d, copy, len(nest.node.reads[position].region), threads, vector)


def to_registers(d: Draft, nest: Nest, scopes: tuple[str, ...], wide: bool) -> None:
    """Read the operands of a thread tile to registers once per row.

    for y, x: C[y, x] += A[k, y] * B[k, x]
    becomes
    a[0:4] = A[k, 0:4]; b[0:4] = B[k, 0:4]; for y, x: C[y, x] += a[y] * b[x]
    """
    row = named_loops(d, nest.name)[nest.depth[-1]]
    for position in nest.reads(*scopes):
        copy = d.cache_read(nest.name, position, "local", to="row")
        d.compute_at(copy, row, preserve_unit_loops=True)
        if wide:
            vectorize_copy(d, copy, str(nest.node.reads[position].source.dtype))


# --- before loops are bound -----------------------------------------------------------------------


def before_binds(p: Present, *axes: str) -> list[tuple[Present, Nest]]:
    """Each block with loops that are bound, before the first of them is bound to one of `axes`."""
    places: dict[str, int] = {}
    for bind in p.program.binds():
        if bind.axis in axes:
            places.setdefault(bind.block, bind.at)
    states = {block: replace(p, count=at) for block, at in places.items()}
    return [(state, Nest(state.sch, block)) for block, state in states.items()]


def thread_tiles(p: Present) -> Iterator[Attempt]:
    """More elements per thread, so that each loaded value is used several times."""
    for state, nest in before_binds(p, BLOCKS, LANES, VIRTUAL):
        sides = [i for i in range(len(nest.node.iter_vars)) if i not in nest.reduced][-2:]
        counts = ((4, 4), (8, 8), (1, 4), (4, 1)) if len(sides) == 2 else ((2,), (4,))
        for count in counts if nest.reduces else ():
            for near in (True, False):
                what = " x ".join(map(str, count))
                where = "neighbours" if near else "a block's threads apart"
                why = f"{what} elements per thread, {where}: each loaded value is used again"
                given = nest, dict(zip(sides, count, strict=True)), near
                yield state.here("thread tile", why, tile_threads, *given)


def tile_threads(d: Draft, nest: Nest, counts: dict[int, int], near: bool) -> None:
    """Several elements per thread along some sides.

        for i, j (bound), k: C[i, j] += ...
    becomes, for 4 elements along j
        for i, j (bound), k, item in T.grid(..., 4): C[i, j * 4 + item] += ...

    The elements are as far apart as the outermost loop of the side steps; with `near`, adjacent.
    """
    order = named_loops(d, nest.name)
    items = []
    for side, count in counts.items():
        own = [order[i] for i, loop in enumerate(nest.loops) if side in loop.iters]
        require(bool(own), "no loop over this side")
        if count == 1:
            continue
        if near and len(own) > 1:
            first, last = own[:2]
            size = d.extent(last)
            d.reorder(first, last, *(loop for loop in order if loop not in (first, last)))
            whole = d.fuse(first, last, to="whole")
            a, b, item = d.split(whole, [None, size, count], to=f"{first} {last} item")
            order = swapped(order, {first: a, last: b})
        else:
            a, item = d.split(own[0], [None, count], to=f"{own[0]} item")
            order = swapped(order, {own[0]: a})
        items.append(item)
    d.reorder(*order, *items)


def virtual_threads(p: Present) -> Iterator[Attempt]:
    """A thread's elements a row of threads apart, so that lanes access adjacent words."""
    for state, nest in before_binds(p, LANES, VIRTUAL):
        for width in (4, 1, 2) if nest.reduces else ():
            why = f"groups of {width} of a thread's elements are strided: lanes in other banks"
            yield state.here("vthread", why, stride_threads, nest, width)


def stride_threads(d: Draft, nest: Nest, width: int) -> None:
    """Virtual threads along sides on which a thread has adjacent elements.

        for tx, x in T.grid(16, 8): C[tx * 8 + x] += ...
    becomes, for a width of 1
        for vx (vthread), tx, x in T.grid(8, 16, 1): C[vx * 16 + tx] += ...
    """
    order, virtual = named_loops(d, nest.name), []
    for side in range(len(nest.node.iter_vars)):
        own = [order[i] for i, loop in enumerate(nest.loops) if side in loop.iters and loop.serial]
        count = d.extent(own[-1]) if own else 0
        if side in nest.reduced or len(own) < 2 or count <= width or count % width:
            continue
        thread, item = own[-2:]
        inside = order[order.index(thread) :]
        rest = (loop for loop in inside if loop not in (thread, item))
        d.reorder(*virtual, thread, item, *rest)
        whole = d.fuse(thread, item, to="whole")
        names = f"v{'xyz'[len(virtual)]} {thread} {item}"
        v, a, b = d.split(whole, [count // width, None, width], to=names)
        order = swapped(order, {thread: a, item: b})
        virtual.append(v)
    require(bool(virtual), "no thread has several adjacent elements")
    blocks = [i for i, loop in enumerate(nest.loops) if loop.bound(BLOCKS)]
    d.reorder(*virtual, *order[max(blocks, default=1) + 1 :])
    for axis, v in zip("xyz", virtual, strict=False):
        d.bind(v, f"vthread.{axis}")


def vector_elements(p: Present) -> Iterator[Attempt]:
    """Adjacent elements per thread by one access, in copies and elementwise blocks."""
    by_scope: dict[str, list[tuple[Present, Nest]]] = {}
    for state, nest in before_binds(p, BLOCKS, LANES, VIRTUAL):
        if not nest.reduces:
            by_scope.setdefault(nest.scope, []).append((state, nest))
    for found in by_scope.values():
        for size in (VECTOR_BYTES, VECTOR_BYTES // 2):
            changes = tuple(
                (state.count, partial(split_lane, nest=nest, vector=size // itemsize(nest.dtype)))
                for state, nest in found
            )
            yield Attempt("vectorize", f"{size} adjacent bytes of a thread by one access", changes)


def split_lane(d: Draft, nest: Nest, vector: int) -> None:
    """Adjacent elements of a thread as a vector.

        for i, thread in T.grid(16, 256): B[i * 256 + thread] = A[...]
    becomes, for vectors of 4
        for i, thread in T.grid(4, 256): B[(i * 256 + thread) * 4 : ...] = A[...]
    """
    loops = named_loops(d, nest.name)
    own = [
        i for i, loop in enumerate(nest.loops) if loop.serial and loop.iters == nest.loops[-1].iters
    ]
    require(bool(own) and own == list(range(own[0], len(loops))), "other loops in between")
    require(vector > 1, "an element is as wide as an access")
    chain = [loops[i] for i in own]
    sizes = [d.extent(loop) for loop in chain[1:]]
    whole = d.fuse(*chain, to="whole")
    *_, lane = d.split(whole, [None, *sizes, vector], to=" ".join([*map(str, chain), "lane"]))
    d.vectorize(lane)


def block_order(p: Present) -> Iterator[Attempt]:
    """Blocks in panels of 8, so that those that run together share operands in L2.

    for by, bx in T.grid(32, 32)   becomes   for by, panel in T.grid(4, 256), bx = panel % 8 ...
    """

    def panels(d: Draft, nest: Nest) -> None:
        rows, columns, *_ = named_loops(d, nest.name)
        width = math.gcd(d.extent(columns), 8)
        require(width > 1, "too few blocks for a panel")
        columns, column = d.split(columns, [None, width], to=f"{columns} column")
        d.reorder(columns, rows, column)
        d.fuse(rows, column, to=str(rows))

    for state, nest in before_binds(p, BLOCKS):
        if nest.reduces and len(nest.loops) > 2:
            yield state.here("block order", "panels of 8 blocks share operands in L2", panels, nest)


# --- left out -------------------------------------------------------------------------------------


def fused(p: Present) -> Iterator[Attempt]:
    """Compute a stage that has a kernel of its own where its values are used, or made."""
    stages = replace(p, count=0).nests
    for nest in stages if len(stages) > 1 else ():
        for primitive in ("compute_inline", "reverse_compute_inline") if not nest.reduces else ():

            def inline(d: Draft, name: str = nest.name, primitive: str = primitive) -> None:
                getattr(d, primitive)(name)

            why = f"the values of {nest.name} are never stored"
            yield Attempt("fuse", why, ((0, inline),), without=(nest.name,))


MOVES: tuple[Callable[[Present], Iterator[Attempt]], ...] = (
    accumulators,
    operands,
    fetch_together,
    thread_tiles,
    virtual_threads,
    vector_elements,
    vectorize_copies,
    pad_shared,
    unroll_loops,
    pipelines,
    pipeline_rows,
    annotations,
    block_order,
    fused,
)


def attempts(program: Program, arch: str) -> Iterator[Attempt]:
    """Every attempt of every move on a program."""
    present = Present(program, arch, len(program.lines))
    for move in MOVES:
        yield from move(present)
