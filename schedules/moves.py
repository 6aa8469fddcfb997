"""Composed schedule moves, each a plain function over an `s_tir.Schedule`.

A move stands here from its second use on; its docstring shows the loops before and after.
"""

from __future__ import annotations

from collections.abc import Mapping

from tvm import s_tir
from tvm.s_tir.schedule import LoopRV, SBlockRV

# An sblock with this annotation has its output double-buffered as TE's `double_buffer()` did it;
# the "pragma_" prefix is what carries an sblock annotation through LowerOpaqueBlock.
DOUBLE_BUFFER_MARK = "pragma_te_double_buffer"


def bind_fetch(
    sch: s_tir.Schedule, block: SBlockRV, threads: Mapping[str, int], vector: int = 1
) -> None:
    """Spread a two-dimensional copy over a block's threads, neighbours taking neighbours.

    `threads` maps thread axes to extents, outermost first. With {"threadIdx.x": 256} and vector 4:

        for ax0, ax1 in T.grid(16, 128):
            S[ax0, ax1] = G[...]
    becomes
        for f_0 in range(2):
            for f_1 in T.thread_binding(256, thread="threadIdx.x"):
                for f_2 in T.vectorized(4):
                    S[f // 128, f % 128] = G[...]     # f = f_0 * 1024 + f_1 * 4 + f_2
    """
    fused = sch.fuse(*sch.get_loops(block)[-2:])
    _, *bound, lanes = sch.split(fused, [None, *threads.values(), vector])
    for axis, loop in zip(threads, bound, strict=True):
        sch.bind(loop, axis)
    if vector > 1:
        sch.vectorize(lanes)


def cache_operands(
    sch: s_tir.Schedule, block: SBlockRV, scope: str, loop: LoopRV
) -> list[SBlockRV]:
    """Read both operands of a product through copies in `scope`, made inside `loop`:

        for ko in range(1024):
            C[i, j] += A[ko * 16 + ki, i] * B[ko * 16 + ki, j]
    becomes, for scope "shared" and loop ko,
        for ko in range(1024):
            for ax0, ax1 in T.grid(16, 128): A_shared[...] = A[ko * 16 + ax0, ...]
            for ax0, ax1 in T.grid(16, 128): B_shared[...] = B[ko * 16 + ax0, ...]
            C[i, j] += A_shared[ko * 16 + ki, i] * B_shared[ko * 16 + ki, j]

    Unit loops stay, so that the nests are as deep for every tile size. Returns the copies, in
    operand order.
    """
    copies = [sch.cache_read(block, operand, scope) for operand in (0, 1)]
    for copy in copies:
        sch.compute_at(copy, loop, preserve_unit_loops=True)
    return copies


def leave_unrolling(sch: s_tir.Schedule, loop: LoopRV) -> None:
    """Have nvcc unroll `loop` and all loops inside it, whole:

        for ki in range(16): ...
    is emitted as
        #pragma unroll
        for (int ki = 0; ki < 16; ++ki) ...

    TVM's own unrolling (pragma_unroll_explicit 1) writes the copies out, twenty times the text.
    """
    sch.annotate(loop, "pragma_auto_unroll_max_step", 8192)
    sch.annotate(loop, "pragma_unroll_explicit", 0)
