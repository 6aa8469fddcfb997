"""Schedules that are set aside, of other kinds than `generic_schedules`, and evaluated last.

Reductions over a block's threads, halos in shared memory, a stage computed inside another's tile,
batches, a two-kernel reduction, attention scores, tensor cores by dlight, the special function
unit. They are timed with the others, into a separate record.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import tvm
from tvm import s_tir, te, tirx, topi

from .generic_schedules import Extents, Generic, by_dlight, expression_of, schedule

THREADS = 128


def bind(sch: s_tir.Schedule, loops: Sequence, axes: Sequence[str]) -> None:
    """Bind each loop to the block or thread axis at the same position."""
    for loop, axis in zip(loops, axes, strict=True):
        sch.bind(loop, axis)


def fetch(sch: s_tir.Schedule, block, operand: int, loop, threads: Extents, vector: int) -> None:
    """Copy the part of an operand that `block` reads below `loop` to shared memory."""
    copy = sch.cache_read(block, operand, "shared", consumer_blocks=[block])
    before = len(sch.get_loops(block)[: _depth(sch, block, loop)])
    sch.compute_at(copy, loop)
    fused = sch.fuse(*sch.get_loops(copy)[before:])
    _, *inner = sch.split(fused, [None, *threads, vector])
    bind(sch, inner[:-1], ("threadIdx.y", "threadIdx.x")[-len(threads) :])
    sch.vectorize(inner[-1])


def _depth(sch: s_tir.Schedule, block, last) -> int:
    """The number of the block's loops down to `last`."""
    variables = [sch.get(loop).loop_var for loop in sch.get_loops(block)]
    return 1 + next(n for n, var in enumerate(variables) if var.same_as(sch.get(last).loop_var))


# --- rows reduced by all threads of a block -------------------------------------------------------


def _rms_norm(m: int, n: int) -> tirx.PrimFunc:
    x, g = te.placeholder((m, n), "float16", "X"), te.placeholder((n,), "float16", "G")
    k = te.reduce_axis((0, n), "k")
    squares = te.compute(
        (m,), lambda i: te.sum(x[i, k].astype("float32") * x[i, k].astype("float32"), k), "squares"
    )

    def element(i, j):
        scale = tirx.rsqrt(squares[i] / n + 1e-5)
        return (x[i, j].astype("float32") * scale * g[j].astype("float32")).astype("float16")

    return te.create_prim_func([x, g, te.compute((m, n), element, "Y")])


def _rows(
    func: tirx.PrimFunc, output: str, inlined: Sequence[str], sums: Sequence[str], vector: int
) -> tvm.ir.IRModule:
    """A block per row; all its threads compute each of `sums` together, the last one first."""
    sch = s_tir.Schedule(func)
    for name in inlined:
        sch.compute_inline(sch.get_sblock(name))
    i, j = sch.get_loops(sch.get_sblock(output))
    _, thread, lanes = sch.split(j, [None, THREADS, vector])
    bind(sch, (i, thread), ("blockIdx.x", "threadIdx.x"))
    sch.vectorize(lanes)
    for name in sums:
        block = sch.get_sblock(name)
        sch.set_scope(block, 0, "shared")
        sch.compute_at(block, i)
        _, thread = sch.split(sch.get_loops(block)[-1], [None, THREADS])
        sch.bind(thread, "threadIdx.x")
    return sch.mod


def _sum_in_two_kernels(func: tirx.PrimFunc) -> tvm.ir.IRModule:
    """Partial sums by 528 blocks, then their sum by one block."""
    sch = s_tir.Schedule(func)
    block = sch.get_sblock("total")
    _, k = sch.get_loops(block)
    part, _, _ = sch.split(k, [528, None, THREADS])
    parts = sch.rfactor(part, 0)
    _, part, _, thread = sch.get_loops(parts)
    bind(sch, (part, thread), ("blockIdx.x", "threadIdx.x"))
    unit, k = sch.get_loops(block)
    _, thread = sch.split(k, [None, THREADS])
    bind(sch, (unit, thread), ("blockIdx.x", "threadIdx.x"))
    return sch.mod


def _total(n: int) -> tirx.PrimFunc:
    x, k = te.placeholder((n,), "float32", "X"), te.reduce_axis((0, n), "k")
    return te.create_prim_func([x, te.compute((1,), lambda _: te.sum(x[k], k), "total")])


# --- planes with a halo ---------------------------------------------------------------------------


def _depthwise(c: int, h: int, w: int) -> tirx.PrimFunc:
    x, f = te.placeholder((c, h + 2, w + 2), name="X"), te.placeholder((c, 3, 3), name="F")
    y, z = te.reduce_axis((0, 3), "y"), te.reduce_axis((0, 3), "z")
    out = te.compute(
        (c, h, w), lambda n, i, j: te.sum(x[n, i + y, j + z] * f[n, y, z], [y, z]), "out"
    )
    return te.create_prim_func([x, f, out])


def _halo_in_shared(func: tirx.PrimFunc) -> tvm.ir.IRModule:
    """Tiles of 16 x 32 of a channel, by 8 x 32 threads."""
    sch = s_tir.Schedule(func)
    block = sch.get_sblock("out")
    local = sch.cache_write(block, 0, "local")
    n, i, j, y, z = sch.get_loops(block)
    i_block, i_inner, i_thread = sch.split(i, [None, 2, 8])
    j_block, j_thread = sch.split(j, [None, 32])
    sch.reorder(n, i_block, j_block, i_thread, j_thread, i_inner, y, z)
    axes = ("blockIdx.z", "blockIdx.y", "blockIdx.x", "threadIdx.y", "threadIdx.x")
    bind(sch, (n, i_block, j_block, i_thread, j_thread), axes)
    sch.reverse_compute_at(local, j_thread)
    fetch(sch, block, 0, j_block, (8, 32), 1)
    sch.unroll(y)
    sch.unroll(z)
    sch.decompose_reduction(block, i_inner)
    return sch.mod


def _blur(h: int, w: int) -> tirx.PrimFunc:
    """Five taps along rows, then five along columns."""
    x = te.placeholder((h + 4, w + 4), name="X")

    def taps(of):
        return (of(0) + of(4)) * 0.0625 + (of(1) + of(3)) * 0.25 + of(2) * 0.375

    rows = te.compute((h + 4, w), lambda i, j: taps(lambda n: x[i, j + n]), "rows")
    out = te.compute((h, w), lambda i, j: taps(lambda n: rows[i + n, j]), "out")
    return te.create_prim_func([x, out])


def _first_stage_in_shared(func: tirx.PrimFunc) -> tvm.ir.IRModule:
    """Tiles of 32 x 64 by 8 x 64 threads; the rows' blur with its halo is in shared memory."""
    sch = s_tir.Schedule(func)
    i, j = sch.get_loops(sch.get_sblock("out"))
    i_block, i_inner, i_thread = sch.split(i, [None, 4, 8])
    j_block, j_thread = sch.split(j, [None, 64])
    sch.reorder(i_block, j_block, i_thread, j_thread, i_inner)
    axes = ("blockIdx.y", "blockIdx.x", "threadIdx.y", "threadIdx.x")
    bind(sch, (i_block, j_block, i_thread, j_thread), axes)
    rows = sch.get_sblock("rows")
    sch.set_scope(rows, 0, "shared")
    sch.compute_at(rows, j_block)
    fused = sch.fuse(*sch.get_loops(rows)[2:])
    _, y, x = sch.split(fused, [None, 8, 64])
    bind(sch, (y, x), ("threadIdx.y", "threadIdx.x"))
    return sch.mod


# --- batched GEMMs, and convolutions as GEMMs -----------------------------------------------------


def _scores(heads: int, queries: int, keys: int, depth: int) -> tirx.PrimFunc:
    """Attention's scores: Q K^T / sqrt(depth) of each head, float16, float32 accumulators."""
    q = te.placeholder((heads, queries, depth), "float16", "Q")
    k = te.placeholder((heads, keys, depth), "float16", "K")
    r = te.reduce_axis((0, depth), "r")
    dots = te.compute(
        (heads, queries, keys),
        lambda h, i, j: te.sum(q[h, i, r].astype("float32") * k[h, j, r].astype("float32"), r),
        "dots",
    )
    scores = te.compute(
        dots.shape, lambda h, i, j: (dots[h, i, j] * depth**-0.5).astype("float16"), "scores"
    )
    return te.create_prim_func([q, k, scores])


def _batch_by_hand(func: tirx.PrimFunc) -> tvm.ir.IRModule:
    """64 x 64 tiles of 16 x 16 threads, the whole depth in slices of 32, four float16 per load."""
    sch = s_tir.Schedule(func)
    block, last = sch.get_sblock("dots"), sch.get_sblock("scores")
    sch.set_scope(block, 0, "local")
    h, i, j = sch.get_loops(last)
    i_block, i_thread, i_inner = sch.split(i, [None, 16, 4])
    j_block, j_thread, j_inner = sch.split(j, [None, 16, 4])
    sch.reorder(h, i_block, j_block, i_thread, j_thread, i_inner, j_inner)
    axes = ("blockIdx.z", "blockIdx.y", "blockIdx.x", "threadIdx.y", "threadIdx.x")
    bind(sch, (h, i_block, j_block, i_thread, j_thread), axes)
    sch.vectorize(j_inner)
    sch.compute_at(block, j_thread)
    *_, i, j, r = sch.get_loops(block)
    outer, inner = sch.split(r, [None, 32])
    sch.reorder(outer, inner, i, j)
    for operand in (0, 1):
        fetch(sch, block, operand, outer, (16, 16), 4)
    sch.decompose_reduction(block, outer)
    return sch.mod


def _batched(b: int, m: int, n: int, k: int) -> tirx.PrimFunc:
    x, y = te.placeholder((b, m, k), name="X"), te.placeholder((b, k, n), name="Y")
    r = te.reduce_axis((0, k), "r")
    out = te.compute((b, m, n), lambda h, i, j: te.sum(x[h, i, r] * y[h, r, j], r), "out")
    return te.create_prim_func([x, y, out])


def _tensor_cores(m: int, n: int, k: int) -> tirx.PrimFunc:
    a, b = te.placeholder((m, k), "float16", "A"), te.placeholder((n, k), "float16", "B")
    r = te.reduce_axis((0, k), "r")
    out = te.compute(
        (m, n), lambda i, j: te.sum(a[i, r].astype("float32") * b[j, r].astype("float32"), r), "C"
    )
    return te.create_prim_func([a, b, out])


def convolution(n: int, h: int, w: int, c: int, f: int) -> tirx.PrimFunc:
    """NHWC convolution, 3 x 3, of a padded input."""
    x = te.placeholder((n, h + 2, w + 2, c), name="X")
    weights = te.placeholder((3, 3, c, f), name="W")
    y, z, r = (te.reduce_axis((0, size), name) for size, name in ((3, "y"), (3, "z"), (c, "r")))
    out = te.compute(
        (n, h, w, f),
        lambda b, i, j, o: te.sum(x[b, i + y, j + z, r] * weights[y, z, r, o], [y, z, r]),
        "out",
    )
    return te.create_prim_func([x, weights, out])


def _as_product(func: tirx.PrimFunc) -> tvm.ir.IRModule:
    """A row's 28 pixels by 64 filters, 7 x 16 threads, slices of 8 channels in shared memory."""
    sch = s_tir.Schedule(func)
    block = sch.get_sblock("out")
    local = sch.cache_write(block, 0, "local")
    n, i, j, f, y, z, c = sch.get_loops(block)
    j_block, j_thread, j_inner = sch.split(j, [None, 7, 4])
    f_block, f_thread, f_inner = sch.split(f, [None, 16, 4])
    c_outer, c_inner = sch.split(c, [None, 8])
    row = (n, i, j_block, f_block, j_thread, f_thread, c_outer, y, z, c_inner, j_inner, f_inner)
    sch.reorder(*row)
    block_y = sch.fuse(n, i, j_block)
    axes = ("blockIdx.y", "blockIdx.x", "threadIdx.y", "threadIdx.x")
    bind(sch, (block_y, f_block, j_thread, f_thread), axes)
    sch.reverse_compute_at(local, f_thread)
    fetch(sch, block, 0, y, (7, 16), 2)
    fetch(sch, block, 1, y, (7, 16), 4)
    sch.decompose_reduction(block, c_outer)
    return sch.mod


def _gelu(x: te.Tensor) -> te.Tensor:
    """GELU by tanh, which the special function unit computes."""

    def element(*indices):
        v = x[indices]
        return 0.5 * v * (1 + te.tanh(0.7978845608 * (v + 0.044715 * v * v * v)))

    return te.compute(x.shape, element, "gelu")


def _all() -> Iterator[Generic]:
    softmax = expression_of(lambda x: topi.nn.softmax(x, axis=-1), lambda m, n: [(m, n)])
    sums = ("T_softmax_expsum", "T_softmax_maxelem")
    by_rows = partial(_rows, output="T_softmax_norm", inlined=("T_softmax_exp",), sums=sums)
    yield schedule(
        "softmax, a block a row", softmax, partial(by_rows, vector=4), (64, 512), (8192, 4096)
    )
    norm = partial(_rows, output="Y", inlined=(), sums=("squares",), vector=4)
    yield schedule("rms norm float16", _rms_norm, norm, (64, 1024), (16384, 4096))
    yield schedule("sum in two kernels", _total, _sum_in_two_kernels, (528 * 256,), (528 * 65536,))
    yield schedule(
        "depthwise, halo in shared", _depthwise, _halo_in_shared, (8, 32, 64), (512, 128, 128)
    )
    yield schedule(
        "blur, first stage in shared", _blur, _first_stage_in_shared, (64, 128), (4096, 8192)
    )
    yield schedule("scores float16", _scores, _batch_by_hand, (2, 64, 128, 64), (64, 512, 512, 64))
    yield schedule(
        "dlight batched matmul", _batched, by_dlight, (2, 128, 128, 64), (32, 512, 512, 256)
    )
    yield schedule(
        "dlight tensor cores", _tensor_cores, by_dlight, (256, 256, 128), (4096, 4096, 2048)
    )
    yield schedule(
        "convolution as a product",
        convolution,
        _as_product,
        (1, 2, 28, 16, 64),
        (16, 56, 56, 64, 128),
    )
    gelu = expression_of(_gelu, lambda m, n: [(m, n)])
    yield schedule("gelu", gelu, by_dlight, (100, 300), (8192, 8192))


ASIDE = {generic.name: generic for generic in _all()}
