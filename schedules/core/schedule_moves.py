"""Composed schedule moves, each a plain function over an `s_tir.Schedule`.

A move is added when it is used a second time; its docstring shows the loops before and after.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from tvm import s_tir
from tvm.s_tir.schedule import LoopRV, SBlockRV

# An sblock with this annotation has its output double-buffered like TE's `double_buffer()`;
# LowerOpaqueBlock keeps only annotations with the prefix "pragma_".
DOUBLE_BUFFER_MARK = "pragma_te_double_buffer"
# A loop over a register tile with this annotation is written out as FMAs in an order that saves
# register reads; the value is the number of adjacent columns in the thread tile.
PRODUCT_ORDER_MARK = "pragma_product_order"
# Only the first lane of a reduction needs the result that this sblock writes.
FIRST_LANE_MARK = "pragma_first_lane"
# Build options as annotations of the root sblock: bytes of shared memory beyond need, and the
# maximum number of registers per thread.
EXTRA_SHARED_MARK = "schedules.extra_shared"
MAX_REGISTERS_MARK = "schedules.max_registers"
# An annotation of the root sblock: kernels after the first use programmatic dependent launch.
DEPENDENT_LAUNCH_MARK = "schedules.dependent_launch"


def bind_fetch(
    sch: s_tir.Schedule, block: SBlockRV, threads: Mapping[str, int], vector: int = 1
) -> None:
    """Distribute a copy over a block's threads; adjacent threads copy adjacent elements.

    `threads` maps thread axes to extents, outermost first. With {"threadIdx.x": 256} and vector 4:

        for ax0, ax1 in T.grid(16, 128):
            S[ax0, ax1] = G[...]
    becomes
        for f_0 in range(2):
            for f_1 in T.thread_binding(256, thread="threadIdx.x"):
                for f_2 in T.vectorized(4):
                    S[f // 128, f % 128] = G[...]     # f = f_0 * 1024 + f_1 * 4 + f_2
    """
    axes = len(sch.get(block).writes[0].region)
    fused = sch.fuse(*sch.get_loops(block)[-axes:])
    _, *bound, lanes = sch.split(fused, [None, *threads.values(), vector])
    for axis, loop in zip(threads, bound, strict=True):
        sch.bind(loop, axis)
    if vector > 1:
        sch.vectorize(lanes)


def dtype_of(sch: s_tir.Schedule, name: str) -> str:
    """The dtype of the parameter called `name`; adds nothing to the trace."""
    (dtype,) = (str(param.dtype) for param in sch.mod["main"].params if param.name == name)
    return dtype


def cache_operands(
    sch: s_tir.Schedule, block: SBlockRV, scope: str, loop: LoopRV
) -> list[SBlockRV]:
    """Read both operands of a matmul through copies in `scope`, made inside `loop`:

        for ko in range(1024):
            C[i, j] += A[ko * 16 + ki, i] * B[ko * 16 + ki, j]
    becomes, for scope "shared" and loop ko,
        for ko in range(1024):
            for ax0, ax1 in T.grid(16, 128): A_shared[...] = A[ko * 16 + ax0, ...]
            for ax0, ax1 in T.grid(16, 128): B_shared[...] = B[ko * 16 + ax0, ...]
            C[i, j] += A_shared[ko * 16 + ki, i] * B_shared[ko * 16 + ki, j]

    Unit loops are kept, so that the nests have the same depth for every tile size. Returns the
    copies, in operand order.
    """
    copies = [sch.cache_read(block, operand, scope) for operand in (0, 1)]
    for copy in copies:
        sch.compute_at(copy, loop, preserve_unit_loops=True)
    return copies


def pad_rows(sch: s_tir.Schedule, rows: int) -> None:
    """Pad the matmul "C_sum" to a multiple of `rows` rows, with zeros beyond A's last row:

        for i, j, k in T.grid(5, 64, 256): C_sum[i, j] += A[i, k] * B[j, k]
        for i, j in T.grid(5, 64): C[i, j] = C_sum[i, j]
    becomes, for 8 rows,
        for i, k in T.grid(8, 256): A_pad[i, k] = A[i, k] if i < 5 else 0
        for i, j, k in T.grid(8, 64, 256): C_sum_pad[i, j] += A_pad[i, k] * B[j, k]
        for i, j in T.grid(5, 64): C[i, j] = C_sum_pad[i, j]
    """
    first, *others = sch.get_loops("C_sum")
    if int(sch.get(first).extent) % rows:
        sch.pad_einsum("C_sum", [rows, *(1 for _ in others)])
        sch.compute_inline("C_sum_pad")


def inline_padding(sch: s_tir.Schedule, copies: Iterable[SBlockRV]) -> None:
    """Inline the zeros of `pad_rows` where `copies` read a padded operand."""
    for copy in copies:
        name = sch.get(copy).reads[0].source.name
        if name.endswith("_pad"):
            sch.compute_inline(name)


def leave_unrolling(sch: s_tir.Schedule, loop: LoopRV) -> None:
    """Have nvcc fully unroll `loop` and all loops inside it:

        for ki in range(16): ...
    is emitted as
        #pragma unroll
        for (int ki = 0; ki < 16; ++ki) ...

    TVM's own unrolling (pragma_unroll_explicit 1) emits every copy, twenty times the text.
    """
    sch.annotate(loop, "pragma_auto_unroll_max_step", 8192)
    sch.annotate(loop, "pragma_unroll_explicit", 0)


def order_products(sch: s_tir.Schedule, loop: LoopRV, patch: int) -> None:
    """Write out the FMAs in `loop` row by row, every other row backwards:

        for i in range(4):
            for j in range(4):                     # and the copies of 2 virtual threads along j
                C[i, j] += A[i] * B[j]; C[i, j + 4] += A[i] * B[j + 4]
    becomes, for a thread tile of 4 columns,
        C[0, 0] += A[0] * B[0]; C[0, 4] += A[0] * B[4]; C[0, 1] += A[0] * B[1]; ...
        C[1, 7] += A[1] * B[7]; C[1, 3] += A[1] * B[3]; ...; C[1, 0] += A[1] * B[0]
        C[2, 0] += A[2] * B[0]; ...

    Adjacent FMAs share a factor, which ptxas then keeps in the operand reuse cache
    (lowering/product_order.py). The innermost loops may contain only FMAs.
    """
    sch.annotate(loop, PRODUCT_ORDER_MARK, patch)


def reduce_to_first_lane(sch: s_tir.Schedule, write: SBlockRV) -> None:
    """Leave the result of a reduction over threadIdx.x only in the lane that writes it:

        sum = __shfl_down_sync(mask, sum, 1) + sum
        sum = __shfl_sync(mask, sum, 32 * threadIdx.y)
        if (threadIdx.x == 0) y[...] = sum
    becomes
        sum = __shfl_down_sync(mask, sum, 1) + sum
        if (threadIdx.x == 0) y[...] = sum

    Across warps, this saves a barrier and a round trip through shared memory
    (lowering/warps.py). `write` is a block after the reduction, because TVM recreates the
    reduction's block without annotations. All reductions of the function are affected.
    """
    sch.annotate(write, FIRST_LANE_MARK, 1)


def state_build(sch: s_tir.Schedule, extra_shared: int = 0, max_registers: int = 0) -> None:
    """Put the options of `ladder.Build` into the schedule, so that a search can choose them.

    The kernel's last shared array gets `extra_shared` bytes more than it needs; a thread gets at
    most `max_registers` registers. 0 sets nothing (lowering/build_options.py).
    """
    marks = {EXTRA_SHARED_MARK: extra_shared, MAX_REGISTERS_MARK: max_registers}
    for mark, value in marks.items():
        if value:
            sch.annotate(sch.get_sblock("root"), mark, value)


def launch_dependent(sch: s_tir.Schedule) -> None:
    """Start each kernel of a schedule before the previous one has ended (programmatic dependent
    launch, sm_90 and later):

        main_kernel<<<...>>>(A, B, parts); main_kernel_1<<<...>>>(C, parts)
    becomes
        main_kernel:    asm volatile("griddepcontrol.launch_dependents;"); ...
        main_kernel_1:  asm volatile("griddepcontrol.wait;"); ...
    and the second launch has the attribute programmaticStreamSerialization
    (lowering/host_calls.py).
    """
    sch.annotate(sch.get_sblock("root"), DEPENDENT_LAUNCH_MARK, 1)


MMA = 16  # M, N and K of TVM's tensor core intrinsics for float16.


class MmaLoops(NamedTuple):
    """The result of `split_mma`: the loops around `product`, the block of one 16 x 16 x 16
    matmul."""

    block_i: LoopRV
    block_j: LoopRV
    warp_i: LoopRV
    warp_j: LoopRV
    outer_k: LoopRV
    inner_k: LoopRV
    product: SBlockRV


def split_mma(
    sch: s_tir.Schedule,
    block: SBlockRV,
    warps: tuple[int, int],
    fragments: tuple[int, int],
    steps: int,
) -> MmaLoops:
    """Split a matmul into 16 x 16 x 16 ones: `fragments` of C per warp, `warps` per block, `steps`
    along K per iteration.

        for i, j, k in T.grid(M, N, K):
            C[i, j] += A[i, k] * B[j, k]
    becomes, for 2 x 4 warps of 4 x 4 fragments and 4 steps,
        for bi, bj, wi, wj, ko, ks, fi, fj in T.grid(M // 128, N // 256, 2, 4, K // 64, 4, 4, 4):
            with T.sblock("C_o"):                       # the matmul, one block from here on
                for i, j, k in T.grid(16, 16, 16):
                    C[...] += A[...] * B[...]
    """
    i, j, k = sch.get_loops(block)
    bi, wi, fi, i = sch.split(i, [None, warps[0], fragments[0], MMA])
    bj, wj, fj, j = sch.split(j, [None, warps[1], fragments[1], MMA])
    ko, ks, k = sch.split(k, [None, steps, MMA])
    sch.reorder(bi, bj, wi, wj, ko, ks, fi, fj, i, j, k)
    return MmaLoops(bi, bj, wi, wj, ko, ks, sch.blockize(i))


def mma_layout(i, j):
    """Position of element (i, j) for mma.sync.m16n8k16, in a matrix of 16 x 16 fragments.

    Returns (fragment row, fragment column, lane, register). Lane 4 * (i % 8) + j % 8 // 2 has the
    pairs (i, j), (i + 8, j), (i, j + 8), (i + 8, j + 8), in that order.
    """
    lane = 4 * (i % 8) + j % 8 // 2
    register = 4 * (j % MMA // 8) + 2 * (i % MMA // 8) + j % 2
    return i // MMA, j // MMA, lane, register


def cut_fragments(sch: s_tir.Schedule, copy: SBlockRV, layout: Callable | None = None) -> SBlockRV:
    """Split a copy into 16 x 16 fragments, each a block that an intrinsic can replace.

        for ax0, ax1 in T.grid(64, 16):
            F[ax0, ax1] = S[ax0, ax1]
    becomes, with F in `layout` (a map of its two indices) if given,
        for f0, f1 in T.grid(4, 1):
            with T.sblock("F_o"):
                for ax0, ax1 in T.grid(16, 16):
                    F[...] = S[f0 * 16 + ax0, f1 * 16 + ax1]

    Returns the block of one fragment.
    """
    i, j = sch.get_loops(copy)[-2:]
    fi, i = sch.split(i, [None, MMA])
    fj, j = sch.split(j, [None, MMA])
    sch.reorder(fi, fj, i, j)
    if layout is not None:
        sch.transform_layout(copy, ("write", 0), layout)
    return sch.blockize(i)


def tensorize_init(sch: s_tir.Schedule, product: SBlockRV, loop: LoopRV, intrinsic: str) -> None:
    """Zero a tensorized matmul's fragments by `intrinsic`, in separate loops before `loop`."""
    init = sch.decompose_reduction(product, loop)
    sch.tensorize(sch.get_loops(sch.get_child_blocks(init)[0])[-2], intrinsic)
