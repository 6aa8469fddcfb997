"""What the moves of `find` and of `advise` have in common.

A move is a schedule transformation with a condition and an effect: a function over a `Draft`, whose
docstring shows the loops before and after. Numbers are arguments; a move whose numbers do not fit
the loops raises NotApplicable with the reason. Recipes (`find`) apply moves in order to a
computation without a schedule, `next_moves` (`advise`, `find --from`) wherever they fit in any
schedule.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from tvm import s_tir, tirx

from ..core.schedule_moves import PRODUCT_ORDER_MARK
from .facts import VECTOR_BYTES, itemsize
from .program import Block, Draft, Named, require

# The numbers of a kernel's moves, and the values to try of each.
Numbers = Mapping[str, Any]
Choices = dict[str, list]

WARP = 32


def block_of(d: Draft, block: Block) -> s_tir.SBlock:
    return d.sch.get(block.variable if isinstance(block, Named) else d.sch.get_sblock(block))


def rank_of(d: Draft, block: Block) -> int:
    """The number of dimensions that a block writes."""
    return len(block_of(d, block).writes[0].region)


def position_of(d: Draft, block: Block, buffer: str) -> int:
    """The position of a buffer among the reads of a block."""
    return [str(region.source.name) for region in block_of(d, block).reads].index(buffer)


# --- copies ---------------------------------------------------------------------------------------


def distribute(
    d: Draft, copy: Block, threads: dict[str, int], vector: int, full: bool = True
) -> None:
    """Divide a copy among the threads of a block; each moves `vector` adjacent elements.

    for i, j in T.grid(16, 64): S[i, j] = A[...]   becomes, for 256 threads
    for f, thread in T.grid(4, 256): S[...] = A[...]            # thread over threadIdx.x

    With `full`, every thread has to have a vector.
    """
    element = d.fuse(*d.loops(copy, "", last=rank_of(d, copy)), to="element")
    pieces = math.prod(threads.values()) * vector
    require(not full or d.extent(element) >= pieces, "more threads than elements")
    names = " ".join(["_", *(f"fetch_{tag[-1]}" for tag in threads), *["lane"][: vector - 1]])
    _, *loops = d.split(element, [None, *threads.values(), *[vector][: vector - 1]], to=names)
    for loop, tag in zip(loops, threads, strict=False):
        d.bind(loop, tag)
    if vector > 1:
        d.vectorize(loops[-1])


def share_operand(
    d: Draft,
    block: Block,
    read: int,
    loop: Named,
    threads: dict[str, int],
    vector: int,
    scope: str = "shared",
    to: str = "copy",
    full: bool = True,
) -> Named:
    """One operand of a block in shared memory: each iteration of `loop` copies its slice.

        for k in range(K): C += A[k] * ...
    becomes
        for k in range(K): A_shared[...] = A[k]; C += A_shared[...] * ...
    """
    copy = d.cache_read(block, read, scope, to=to)
    d.compute_at(copy, loop, preserve_unit_loops=True)
    inline_operand(d, copy)
    distribute(d, copy, threads, vector, full)
    return copy


def inline_operand(d: Draft, copy: Block) -> None:
    """Inline the stages that make an operand (padding, a reindexed axis, the user's own) into the
    copy that reads it, unless they belong to another kernel."""
    while True:
        producers = d.sch.get_producers(copy.variable if isinstance(copy, Named) else copy)
        inline = [producer for producer in producers if is_unbound_copy(d, producer)]
        if not inline:
            return
        names = ["_" if each is not inline[0] else "source" for each in producers]
        sources = d.get_producers(copy, to=" ".join(names))
        d.compute_inline(next(source for source in sources if source.name != "_"))


def is_unbound_copy(d: Draft, block: Any) -> bool:
    """Whether a stage without a reduction is not scheduled yet."""
    loops = [d.sch.get(loop) for loop in d.sch.get_loops(block)]
    reduces = any(int(var.iter_type) != tirx.IterVar.DataPar for var in d.sch.get(block).iter_vars)
    return not reduces and all(loop.thread_binding is None for loop in loops)


def load_to_registers(
    d: Draft, block: Block, read: int, loop: Named, to: str = "copy", wide: bool = True
) -> None:
    """Load an operand's elements of one iteration to registers, by vectors of at most 16 bytes.

        for v in range(8): S += A[k * 8 + v]
    becomes
        A_local[0:8] = A[k * 8 : k * 8 + 8]
        for v in range(8): S += A_local[v]
    """
    dtype = str(block_of(d, block).reads[read].source.dtype)
    copy = d.cache_read(block, read, "local", to=to)
    d.compute_at(copy, loop, preserve_unit_loops=True)
    if wide:
        vectorize_copy(d, copy, dtype)


def vectorize_copy(d: Draft, copy: Block, dtype: str) -> None:
    """Copy by vectors of at most 16 bytes.

    for lane in range(4): S[i * 4 + lane] = ...   becomes   S[i * 4 : i * 4 + 4] = ...
    """
    (lane,) = d.loops(copy, "copy_lane", last=1)
    width = math.gcd(d.extent(lane), VECTOR_BYTES // itemsize(dtype))
    if width == 1:
        return
    if width < d.extent(lane):
        _, lane = d.split(lane, [None, width], to="_ copy_lane")
    d.vectorize(lane)


def pad_rows(d: Draft, copy: Block, axis: int, size: int, dtype: str) -> None:
    """Pad rows in shared memory by `size` bytes, so that the elements of a column lie in different
    banks."""
    d.storage_align(copy, 0, axis=axis, factor=WARP, offset=max(1, size // itemsize(dtype)))


# --- loops of a reduction -------------------------------------------------------------------------


def keep_in_registers(d: Draft, block: Block, thread: Named, write: Block | None = None) -> Block:
    """Accumulate in registers; `write`, by default a copy, writes the result, and is returned.

        for thread: for k: C[thread] += ...
    becomes
        for thread: (for k: C_local[0] += ...); C[thread] = C_local[0]
    """
    if write is None:
        write = d.cache_write(block, 0, "local", to="write")
    else:
        d.set_scope(block, 0, "local")
    d.reverse_compute_at(write, thread, preserve_unit_loops=True)
    return write


def unroll_inside(d: Draft, loop: Named, most: int = 1024) -> None:
    """Have the compiler unroll the loops in `loop`, so that their loads are in flight together.

    for k in range(9): S += A[...]   is emitted with   #pragma unroll
    """
    d.annotate(loop, "pragma_auto_unroll_max_step", most)
    d.annotate(loop, "pragma_unroll_explicit", 0)


def order_products(d: Draft, block: Block, columns: int) -> None:
    """Write out the FMAs of a row so that neighbours share a factor, every other row backwards.

    for y, x in T.grid(4, 4): C[y, x] += a[y] * b[x]
    becomes
    C[0, 0] += a[0] * b[0]; C[0, 1] += a[0] * b[1]; ...; C[1, 3] += a[1] * b[3]; ...
    """
    y, _ = d.loops(block, "y _", last=2)
    d.annotate(y, PRODUCT_ORDER_MARK, columns)


def pipeline(
    d: Draft, loop: Named, stage: list[int], order: list[int], ahead: bool = False
) -> None:
    """Give each statement of a loop its stage and its position; with `ahead`, those of stage 0 are
    asynchronous.

    for k: copy(k); multiply(k)   becomes   copy(0); for k: copy(k + 1); multiply(k)
    """
    if "software_pipeline_stage" in d.sch.get(loop.variable).annotations:
        d.unannotate(loop, "software_pipeline_stage")
        d.unannotate(loop, "software_pipeline_order")
    if ahead:
        d.annotate(loop, "software_pipeline_async_stages", [0])
    d.annotate(loop, "software_pipeline_stage", stage)
    d.annotate(loop, "software_pipeline_order", order)


def copy_ahead(
    d: Draft, loop: Named, stages: int, rows: bool, copies: int = 2, rewrite: bool = False
) -> None:
    """Have cp.async load slices ahead in a loop over slices; `rows` says whether the rows of a
    slice are pipelined too. The first `copies` statements of the loop are its copies.

    for k_outer: copy(k_outer); multiply(k_outer)
    becomes
    copy(0); copy(1); for k_outer: cp.async(k_outer + 2); wait; multiply(k_outer)

    cp.async of 16 bytes needs StorageRewrite off, except with `rewrite`, where no buffer is shared.
    """
    require(stages >= 3 or not rows, "rows of a slice can be loaded ahead from 3 stages on")
    last, slices = stages - 1, d.extent(loop)
    # Otherwise TVM cannot tell how many copies a wait leaves in flight.
    require(slices >= last or not rows, f"{slices} slices: {last} are to be in flight")
    n = copies
    # With rows: the copies, load the first row, then all rows except the last, and the last.
    stage = [0] * n + ([last - 1, last, last] if rows else [last])
    order = [*range(n), *([n + 1, n, n + 2] if rows else [n])]
    pipeline(d, loop, stage, order, ahead=True)
    d.options(async_copy=True)
    if not rewrite:
        d.options(storage_rewrite=False)


# --- elements -------------------------------------------------------------------------------------


def bind_elements(d: Draft, block: Block, count: int, threads: int = 256, vector: int = 1) -> Named:
    """A thread per `vector` adjacent elements; adjacent threads have adjacent elements.

        for i, j in T.grid(1000, 776): C[i, j] = ...
    becomes, for 256 threads and vectors of 4,
        for block in T.thread_binding(758, "blockIdx.x"):
            for thread in T.thread_binding(256, "threadIdx.x"):
                for lane in range(4): C[...] = ...

    `count` is the number of loops over elements; loops of a reduction stay inside. Returns the
    thread's loop.
    """
    if not d.loops_of(block):
        element = d.add_unit_loop(block, to="element")
    else:
        loops = d.loops(block, "")
        require(count > 0, "no loop over elements")
        element = d.fuse(*loops[:count], to="element")
    require(d.extent(element) % vector == 0, f"{vector} does not divide the elements")
    if vector > 1:
        element, lane = d.split(element, [None, vector], to="piece lane")
    threads = min(threads, d.extent(element))
    block_loop, thread = d.split(element, [None, threads], to="block thread")
    d.bind(block_loop, "blockIdx.x")
    d.bind(thread, "threadIdx.x")
    if vector > 1:
        rest = loops[count:]
        if rest:
            d.reorder(*rest, lane)
    return thread


def block_thread(d: Draft, reduction: Block, last: Block) -> None:
    """A thread per result, for the short reduction of a second kernel."""
    thread = bind_elements(d, reduction, 1, threads=128)
    keep_in_registers(d, reduction, thread, last)
    (part,) = d.loops(reduction, "part", last=1)
    d.decompose_reduction(reduction, part)
    unroll_inside(d, part)
