"""Where moves apply to any schedule: what could be added to it, inserted or left out.

Each function looks at the blocks and loops of the schedule's present state, so it knows nothing of
how the user wrote it, and yields attempts: a change at a place of the program. An attempt whose
condition does not hold raises NotApplicable; `advice` leaves out one that makes no kernel.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from tvm import s_tir, tirx

from gpusim.chips import HOPPER_ARCH

from ..core.schedule_moves import (
    DEPENDENT_LAUNCH_MARK,
    DOUBLE_BUFFER_MARK,
    FIRST_LANE_MARK,
    MAX_REGISTERS_MARK,
)
from ..lowering.nodes import nodes
from .facts import VECTOR_BYTES, Loop, Nest, itemsize
from .moves import (
    WARP,
    copy_ahead,
    distribute,
    keep_in_registers,
    load_to_registers,
    order_products,
    pad_rows,
    pipeline,
    share_operand,
    unroll_inside,
    vectorize_copy,
)
from .program import Change, Draft, Named, Program, require

LANES, BLOCKS, VIRTUAL = "threadIdx", "blockIdx", "vthread"
SHARED_SCOPES = ("shared", "shared.dyn")
# Bytes of an operand that a block keeps in shared memory as a whole.
MOST_SHARED = 16 * 1024
# Registers per thread with which two, three and four blocks of 256 threads fit an SM.
REGISTERS = (128, 80, 64)
# A copy with this annotation becomes a load to registers and a store from there.
LOCAL_STAGE = "tirx.manifest_shared_memory_local_stage"


@dataclass(frozen=True)
class Attempt:
    """A move's change of a program: at each place, what is inserted before that line.

    `fewer` is the program without lines that the move replaces, None if it replaces none; the
    places are those of its lines.
    """

    move: str
    why: str
    changes: tuple[tuple[int, Change], ...]
    fewer: Program | None = None

    def program(self, of: Program) -> Program:
        """The changed program; raises what TVM raises, and NotApplicable."""
        of = self.fewer or of
        require(of.runs, "what follows uses lines that the move replaces")
        for at, change in sorted(self.changes, key=lambda pair: -pair[0]):
            of = of.changed(at, change)
        return of


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
        """Blocks that only copy, to a scope, and by stores, not by an intrinsic."""
        return [
            nest
            for nest in self.nests
            if nest.scope in scopes and not nest.reduces and len(nest.node.reads) == 1
            if nodes(tirx.BufferStore, nest.node.body)
        ]

    @property
    def fetches(self) -> list[Nest]:
        """Copies from global to shared memory."""
        return [nest for nest in self.copies(*SHARED_SCOPES) if nest.reads("global")]

    def notes(self, loop: Loop) -> Any:
        return self.sch.get(loop.variable).annotations

    def statements(self, loop: Loop) -> int:
        body = self.sch.get(loop.variable).body
        return len(body.seq) if isinstance(body, tirx.SeqStmt) else 1

    def here(self, move: str, why: str, change: Callable, *given: Any) -> Attempt:
        """An attempt of `change(draft, *given)` at this place."""
        return Attempt(move, why, ((self.count, lambda d: change(d, *given)),))


def on_each(d: Draft, nests: Sequence[Nest], change: Callable, *given: Any) -> None:
    for nest in nests:
        change(d, nest, *given)


def mark(d: Draft, block: str, key: str, value: Any) -> None:
    d.annotate(d.get_sblock(block, to="block"), key, value)


# --- copies ---------------------------------------------------------------------------------------


def fetch_together(p: Present) -> Iterator[Attempt]:
    """Divide copies to shared memory that every thread makes in whole, or divide them anew."""
    nests = p.copies(*SHARED_SCOPES)
    bound = [n for n in nests if any(loop.bound(LANES) and loop.iters for loop in n.loops)]
    names = [name for nest in bound for name in p.program.names_of(nest.name)]
    fewer = p.program.without(rf"get_loops\(block=({'|'.join(names)})\)")
    start = replace(p, program=fewer, count=len(fewer.lines))
    divide = lambda d, nest, vector: distribute(d, nest.name, p.threads, vector)  # noqa: E731
    for vector in (1, 4) if nests and p.threads else ():
        why = f"adjacent threads copy adjacent parts of a tile, {vector} elements at a time"
        attempt = start.here("cooperative fetch", why, on_each, nests, divide, vector)
        yield replace(attempt, fewer=fewer if bound else None)


def vectorize_copies(p: Present) -> Iterator[Attempt]:
    """Copy by vectors where the innermost loop of a copy is serial."""
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
    """Pad rows in shared memory, by a word or by 16 bytes."""
    nests = [nest for nest in p.copies(*SHARED_SCOPES) if nest.rank >= 2]
    pad = lambda d, nest, size: pad_rows(d, nest.name, nest.rank - 2, size, nest.dtype)  # noqa: E731
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


def pipelines(p: Present) -> Iterator[Attempt]:
    """Copy the next slice while this one is used; with a local stage, a copy is two statements: a
    load to registers, and a store from there."""
    copies = p.fetches
    n = len(copies)

    def in_two(d: Draft, nest: Nest) -> None:
        for copy in copies:
            mark(d, copy.name, LOCAL_STAGE, 1)
            mark(d, copy.name, "double_buffer_scope", 0)
        order = [place for number in range(n) for place in (number, n + 1 + number)]
        loop = d.loops(nest.name, "")[nest.depth[0]]
        pipeline(d, loop, [0] * (2 * n) + [1], [*order, n])

    def at(d: Draft, nest: Nest, change: Callable, *given: Any) -> None:
        for copy in copies:
            if LOCAL_STAGE in copy.node.annotations:
                d.unannotate(d.get_sblock(copy.name, to="copy"), LOCAL_STAGE)
        change(d, d.loops(nest.name, "")[nest.depth[0]], *given)

    for nest in p.reductions if copies else ():
        outer, *inner = nest.depth
        loop = nest.loops[outer]
        if p.statements(loop) != n + 1 or loop.extent < 4:
            continue
        rows = bool(inner) and "software_pipeline_stage" in p.notes(nest.loops[inner[0]])
        if not rows:
            why = "the next slice is copied while this one is used"
            given = pipeline, [0] * n + [1], list(range(n + 1))
            yield p.here("software pipeline", why, at, nest, *given)
            why = "load the next slice to registers, use this one, store what has arrived"
            yield p.here("local stage", why, in_two, nest)
        if "software_pipeline_async_stages" in p.notes(loop):
            continue
        for last in (2, 3, 1) if not rows else (2, 3):
            why = f"cp.async: {last} slices in flight while one is used"
            yield p.here("async pipeline", why, at, nest, copy_ahead, last + 1, rows, n)


def pipeline_rows(p: Present) -> Iterator[Attempt]:
    """Load operands from shared memory to registers one row ahead."""
    loads = [nest for nest in p.copies("local") if nest.reads(*SHARED_SCOPES)]
    n = len(loads)

    def ahead(d: Draft, nest: Nest) -> None:
        row = d.loops(nest.name, "")[nest.depth[-1]]
        pipeline(d, row, [0] * n + [1], list(range(n + 1)))
        unroll_inside(d, row, 8192)

    for nest in p.reductions if loads else ():
        if len(nest.depth) > 1 and p.statements(nest.loops[nest.depth[-1]]) == n + 1:
            why = "a shared load takes about 30 cycles: start it one row ahead"
            yield p.here("register pipeline", why, ahead, nest)


def annotations(p: Present) -> Iterator[Attempt]:
    """Marks that lowering understands: double buffers, the order of FMAs, registers, launches."""
    if shared := p.fetches:
        why = "a slice is stored while the other half is read"
        double = lambda d, nest: mark(d, nest.name, DOUBLE_BUFFER_MARK, 1)  # noqa: E731
        yield p.here("double buffer", why, on_each, shared, double)
    for nest in p.reductions:
        tile = nest.loops[-2:]
        if len(tile) == 2 and all(loop.serial and 1 < loop.extent <= 8 for loop in tile):
            why = "neighbouring FMAs share an operand"
            yield p.here("order products", why, order_products, nest.name, tile[1].extent)
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
        d.decompose_reduction(nest.name, d.named(nest.name)[nest.depth[0]])

    def keep(d: Draft, nest: Nest) -> None:
        keep_in_registers(d, nest.name, d.named(nest.name)[nest.last_bound])

    for nest in p.whole.reductions:
        if nest.last_bound < 0 or nest.node.init is None:
            continue
        if p.whole.count == p.count:
            why = "zero the accumulator before the loop, not by a test inside it"
            yield p.here("init", why, init, nest)
        if nest.scope == "global":
            why = "the accumulator in a register, written to global memory once"
            yield p.whole.here("accumulators in registers", why, keep, nest)


def share_whole(d: Draft, nest: Nest, reads: Sequence[int], threads: dict[str, int]) -> None:
    """Copy operands that all threads of a block read to shared memory.

        for block, thread: for k in range(K): C += A[thread, k] * x[k]
    becomes
        for block: x_shared[0:K] = x[0:K]; for thread: for k in range(K): C += ... * x_shared[k]
    """
    loops = d.named(nest.name)
    block = max(i for i, loop in enumerate(nest.loops) if loop.bound("blockIdx"))
    for read in reads:
        width = VECTOR_BYTES // itemsize(str(nest.node.reads[read].source.dtype))
        share_operand(d, nest.name, read, loops[block], threads, width, full=False)


def share_slices(
    d: Draft,
    nest: Nest,
    reads: Sequence[tuple[str, int]],
    threads: dict[str, int],
    depth: int,
    vector: int,
) -> None:
    """Copy slices of the operands of a reduction to shared memory, together. `reads` are the blocks
    that read them (the reduction, or copies to registers), with the position of the read.

        for k in range(K): C += A[k] * B[k]
    becomes, for a depth of 16
        for k, k_inner in T.grid(K // 16, 16):
            A_shared[...] = A[k * 16 : ...]; B_shared[...] = B[k * 16 : ...]
            C += A_shared[...] * B_shared[...]
    """
    loops = d.named(nest.name)
    first = nest.depth[0]
    outer = loops[first]
    if len(nest.depth) == 1:
        require(nest.loops[first].extent > depth, "fewer terms than a slice")
        outer, inner = d.split(outer, [None, depth], to=f"{outer} k_inner")
        tile = [loops[i] for i in range(nest.last_bound + 1, len(loops)) if i != first]
        if first > nest.last_bound + 1:
            d.reorder(outer, inner, *tile)
    else:
        require(first == nest.last_bound + 1, "the loop over slices is not outermost")
        require(depth == 16, "the slices have their depth")
    for block, position in reads:
        share_operand(d, block, position, outer, threads, vector)


def operands(p: Present) -> Iterator[Attempt]:
    """Operands in shared memory, or those of a thread tile in registers."""

    def to_registers(d: Draft, nest: Nest, scopes: tuple[str, ...], wide: bool) -> None:
        row = d.named(nest.name)[nest.depth[-1]]
        for read in nest.reads(*scopes):
            load_to_registers(d, nest.name, read, row, "row", wide)

    for nest in p.whole.reductions if p.threads else ():
        loads = [copy for copy in p.whole.copies("local") if copy.reads("global")]
        reads = [(each.name, read) for each in (nest, *loads) for read in each.reads("global")]
        for depth in (16, 32, 8) if reads else ():
            for vector in (4, 1):
                why = f"slices of {depth} in shared memory: a block loads each element once"
                given = nest, reads, p.threads, depth, vector
                yield p.whole.here("shared tile", why, share_slices, *given)
        if small := [read for read in nest.reads("global") if nest.common(read, MOST_SHARED)]:
            why = "all threads of a block read the same elements: they are loaded once"
            yield p.whole.here("shared tile", why, share_whole, nest, small, p.threads)
        scopes = SHARED_SCOPES if nest.reads(*SHARED_SCOPES) else ("global",)
        if any(loop.serial for loop in nest.loops[nest.depth[-1] + 1 :]):
            why = "a thread reads its part of a row to registers"
            for wide in (True, False):
                yield p.whole.here("operands in registers", why, to_registers, nest, scopes, wide)


# --- before loops are bound -----------------------------------------------------------------------


def before_binds(p: Present, *axes: str) -> list[tuple[Present, Nest]]:
    """Each block with loops that are bound, before the first of them is bound to one of `axes`, or
    has another block in it."""
    states = {block: replace(p, count=at) for block, at in p.program.free_until(*axes).items()}
    return [(state, Nest(state.sch, block)) for block, state in states.items()]


def reductions_before(p: Present, *axes: str) -> list[tuple[Present, Nest]]:
    """The same of reductions; none of a schedule with intrinsics, which fix the elements of their
    lanes, and whose registers TVM's virtual threads would share."""
    if p.program.line_of("tensorize") < p.count:
        return []
    return [(state, nest) for state, nest in before_binds(p, *axes) if nest.reduces]


def swapped(order: Sequence[Named], new: dict[Named, Named]) -> list[Named]:
    """Loops in order, with new ones in place of those that were split."""
    return [new.get(loop, loop) for loop in order]


def tile_threads(d: Draft, nest: Nest, counts: dict[int, int], near: bool) -> None:
    """Several elements per thread along some sides.

        for i, j (bound), k: C[i, j] += ...
    becomes, for 4 elements along j
        for i, j (bound), k, item in T.grid(..., 4): C[i, j * 4 + item] += ...

    The elements are as far apart as the outermost loop of the side steps; with `near`, adjacent.
    """
    order = d.named(nest.name)
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


def thread_tiles(p: Present) -> Iterator[Attempt]:
    """More elements per thread, so that each loaded value is used several times."""
    for state, nest in reductions_before(p, BLOCKS, LANES, VIRTUAL):
        sides = [i for i in range(len(nest.node.iter_vars)) if i not in nest.reduced][-2:]
        counts = ((4, 4), (8, 8), (1, 4), (4, 1)) if len(sides) == 2 else ((2,), (4,))
        for count in counts:
            for near in (True, False):
                what = " x ".join(map(str, count))
                where = "neighbours" if near else "a block's threads apart"
                why = f"{what} elements per thread, {where}: each loaded value is used again"
                given = nest, dict(zip(sides, count, strict=True)), near
                yield state.here("thread tile", why, tile_threads, *given)


def stride_threads(d: Draft, nest: Nest, width: int, first: int) -> None:
    """Virtual threads along sides on which a thread has adjacent elements; the loops from position
    `first` on are a block's.

        for tx, x in T.grid(16, 8): C[tx * 8 + x] += ...
    becomes, for a width of 1
        for vx (vthread), tx, x in T.grid(8, 16, 1): C[vx * 16 + tx] += ...
    """
    order, virtual = d.named(nest.name), []
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
    d.reorder(*virtual, *order[first:])
    for axis, v in zip("xyz", virtual, strict=False):
        d.bind(v, f"vthread.{axis}")


def virtual_threads(p: Present) -> Iterator[Attempt]:
    """A thread's elements a row of threads apart, so that lanes access adjacent words."""
    for state, nest in reductions_before(p, LANES, VIRTUAL):
        first = max((i for i, loop in enumerate(nest.loops) if loop.bound(BLOCKS)), default=1) + 1
        for width in (4, 1, 2):
            why = f"groups of {width} of a thread's elements are strided: lanes in other banks"
            yield state.here("vthread", why, stride_threads, nest, width, first)


def lane_order(p: Present) -> Iterator[Attempt]:
    """Lanes of a warp in Z-order, so that those that share an operand share a wavefront: lane n ^ 1
    has the row of lane n, and lane n ^ 2 its column.

    for thread in range(256)   becomes, for warps of 4 x 8 lanes,
    for warp, row, column, row_low, column_low in T.grid(8, 2, 4, 2, 2)
    """

    def order(d: Draft, nest: Nest, width: int) -> None:
        sides = set(range(len(nest.node.iter_vars))) - nest.reduced
        both = [loop.serial and len(loop.iters & sides) > 1 for loop in nest.loops]
        require(any(both), "no loop over lanes of two sides")
        lanes = [loop for loop, is_both in zip(d.named(nest.name), both, strict=True) if is_both][
            -1
        ]
        require(d.extent(lanes) % WARP == 0, "no whole warps")
        sizes = [None, WARP // width // 2, 2, width // 2, 2]
        warp, y, row, x, column = d.split(lanes, sizes, to="warp row row_low column column_low")
        d.reorder(warp, y, x, row, column)
        d.fuse(warp, y, x, row, column, to=str(lanes))

    for state, nest in reductions_before(p, LANES):
        for width in (8, 4):
            why = f"a warp's {32 // width} x {width} lanes in Z-order: pairs share either operand"
            yield state.here("lane order", why, order, nest, width)


def vector_elements(p: Present) -> Iterator[Attempt]:
    """Adjacent elements per thread by one access, in copies and elementwise blocks.

        for i, thread in T.grid(16, 256): B[i * 256 + thread] = A[...]
    becomes, for vectors of 4
        for i, thread in T.grid(4, 256): B[(i * 256 + thread) * 4 : ...] = A[...]
    """

    def split(d: Draft, nest: Nest, size: int) -> None:
        vector = size // itemsize(nest.dtype)
        require(vector > 1, "an element is as wide as an access")
        alike = [loop.serial and loop.iters == nest.loops[-1].iters for loop in nest.loops]
        require(any(alike) and alike == sorted(alike), "other loops in between")
        chain = d.named(nest.name)[alike.index(True) :]
        sizes = [d.extent(loop) for loop in chain[1:]]
        whole = d.fuse(*chain, to="whole")
        *_, lane = d.split(whole, [None, *sizes, vector], to=" ".join([*map(str, chain), "lane"]))
        d.vectorize(lane)

    by_scope: dict[str, list[tuple[Present, Nest]]] = {}
    for state, nest in before_binds(p, BLOCKS, LANES, VIRTUAL):
        if not nest.reduces:
            by_scope.setdefault(nest.scope, []).append((state, nest))
    for found in by_scope.values():
        for size in (VECTOR_BYTES, VECTOR_BYTES // 2):
            changes = [(at.count, partial(split, nest=nest, size=size)) for at, nest in found]
            why = f"{size} adjacent bytes of a thread by one access"
            yield Attempt("vectorize", why, tuple(changes))


def block_order(p: Present) -> Iterator[Attempt]:
    """Blocks in panels of 8, so that those that run together share operands in L2.

    for by, bx in T.grid(32, 32)   becomes   for by, panel in T.grid(4, 256), bx = panel % 8 ...
    """

    def panels(d: Draft, block: str) -> None:
        rows, columns, *_ = d.named(block)
        width = math.gcd(d.extent(columns), 8)
        require(width > 1, "too few blocks for a panel")
        columns, column = d.split(columns, [None, width], to=f"{columns} column")
        d.reorder(columns, rows, column)
        d.fuse(rows, column, to=str(rows))

    for state, nest in before_binds(p, BLOCKS):
        if nest.reduces and len(nest.loops) > 2:
            why = "panels of 8 blocks share operands in L2"
            yield state.here("block order", why, panels, nest.name)


# --- left out -------------------------------------------------------------------------------------


def fused(p: Present) -> Iterator[Attempt]:
    """Compute a stage that has a kernel of its own where its values are used, or made."""

    def inline(d: Draft, name: str, primitive: str) -> None:
        getattr(d, primitive)(name)

    start = replace(p, count=0)
    for nest in start.nests if len(start.nests) > 1 else ():
        for primitive in ("compute_inline", "reverse_compute_inline") if not nest.reduces else ():
            why = f"the values of {nest.name} are never stored"
            attempt = start.here("fuse", why, inline, nest.name, primitive)
            yield replace(attempt, fewer=p.program.without(rf'get_sblock\(name="{nest.name}"'))


MOVES: tuple[Callable[[Present], Iterator[Attempt]], ...] = (
    accumulators,
    operands,
    fetch_together,
    thread_tiles,
    virtual_threads,
    lane_order,
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
