"""Schedules over rows and columns: softmax, norms, reductions, a transpose, quantization."""

from __future__ import annotations

from functools import partial

import numpy as np
import tvm
from tvm import s_tir, te, tirx, topi

from benchmarks.generic_aside import bind
from benchmarks.generic_schedules import expression_of

from .schedule import schedule

THREADS = 256


def _together(sch: s_tir.Schedule, name: str, loop, threads: int, axes: int = 1) -> None:
    """Reduce over the last `axes` loops of a block by all threads, below `loop`."""
    block = sch.get_sblock(name)
    for output in range(len(sch.get(block).writes)):
        sch.set_scope(block, output, "shared")
    sch.compute_at(block, loop)
    _, thread = sch.split(sch.fuse(*sch.get_loops(block)[-axes:]), [None, threads])
    sch.bind(thread, "threadIdx.x")


# --- softmax --------------------------------------------------------------------------------------


def _thread_per_row(func: tirx.PrimFunc) -> tvm.ir.IRModule:
    sch = s_tir.Schedule(func)
    sch.compute_inline(sch.get_sblock("T_softmax_exp"))
    i, _ = sch.get_loops(sch.get_sblock("T_softmax_norm"))
    block, thread = sch.split(i, [None, 128])
    bind(sch, (block, thread), ("blockIdx.x", "threadIdx.x"))
    for name in ("T_softmax_expsum", "T_softmax_maxelem"):
        part = sch.get_sblock(name)
        sch.set_scope(part, 0, "local")
        sch.compute_at(part, thread)
    return sch.mod


def _softmax(x: np.ndarray) -> np.ndarray:
    exp = np.exp(x.astype("float64"))
    return exp / exp.sum(1, keepdims=True)


# --- group norm -----------------------------------------------------------------------------------


def _group_norm(n: int, groups: int, each: int, pixels: int) -> tirx.PrimFunc:
    """Mean, then variance of the differences from it, of `each` channels together."""
    x = te.placeholder((n, groups, each, pixels), name="X")
    g, b = (te.placeholder((groups, each), name=name) for name in "GB")
    size = each * pixels

    def over(element, name: str) -> te.Tensor:
        c, p = te.reduce_axis((0, each), "c"), te.reduce_axis((0, pixels), "p")
        return te.compute((n, groups), lambda i, h: te.sum(element(i, h, c, p), [c, p]), name)

    total = over(lambda i, h, c, p: x[i, h, c, p], "total")

    def apart(i, h, c, p):
        return x[i, h, c, p] - total[i, h] * (1 / size)

    squares = over(lambda i, h, c, p: apart(i, h, c, p) * apart(i, h, c, p), "squares")
    out = te.compute(
        x.shape,
        lambda i, h, c, p: (
            apart(i, h, c, p) * tirx.rsqrt(squares[i, h] * (1 / size) + 1e-5) * g[h, c] + b[h, c]
        ),
        "out",
    )
    return te.create_prim_func([x, g, b, out])


def _block_per_group(func: tirx.PrimFunc) -> tvm.ir.IRModule:
    sch = s_tir.Schedule(func)
    i, group, channel, pixel = sch.get_loops(sch.get_sblock("out"))
    block = sch.fuse(i, group)
    _, thread = sch.split(sch.fuse(channel, pixel), [None, THREADS])
    bind(sch, (block, thread), ("blockIdx.x", "threadIdx.x"))
    for name in ("squares", "total"):
        _together(sch, name, block, THREADS, axes=2)
    return sch.mod


def _group_norm_reference(x: np.ndarray, g: np.ndarray, b: np.ndarray) -> np.ndarray:
    x = x.astype("float64")
    scale = 1 / np.sqrt(x.var((2, 3), keepdims=True) + 1e-5)
    return (x - x.mean((2, 3), keepdims=True)) * scale * g[..., None] + b[..., None]


# --- reductions -----------------------------------------------------------------------------------


def _magnitudes(m: int, n: int) -> tirx.PrimFunc:
    x, k = te.placeholder((m, n), name="X"), te.reduce_axis((0, n), "k")
    return te.create_prim_func(
        [x, te.compute((m,), lambda i: te.sum(tirx.abs(x[i, k]), k), "sums")]
    )


def _parts_of_rows(func: tirx.PrimFunc) -> tvm.ir.IRModule:
    """16 threads a row, each over every 16th element; a second kernel adds a row's 16 sums."""
    sch = s_tir.Schedule(func)
    block = sch.get_sblock("sums")
    _, lane = sch.split(sch.get_loops(block)[-1], [None, 16])
    parts = sch.rfactor(lane, 1)
    row, inner, lane = sch.get_loops(parts)
    sch.reorder(row, lane, inner)
    row_block, row_thread = sch.split(row, [None, 16])
    bind(sch, (row_block, row_thread, lane), ("blockIdx.x", "threadIdx.y", "threadIdx.x"))
    row, _ = sch.get_loops(block)
    bind(sch, sch.split(row, [None, THREADS]), ("blockIdx.x", "threadIdx.x"))
    return sch.mod


def _argmax_by_block(func: tirx.PrimFunc) -> tvm.ir.IRModule:
    """A block per row; index and value go through the tree of threads together."""
    sch = s_tir.Schedule(func)
    last, temp = sch.get_sblock("X0_red"), sch.get_sblock("X0_red_temp")
    (row,) = sch.get_loops(last)
    sch.bind(row, "blockIdx.x")
    _together(sch, sch.get(temp).name_hint, row, 128)
    return sch.mod


def _squares(m: int, n: int) -> tirx.PrimFunc:
    x, k = te.placeholder((m, n), name="X"), te.reduce_axis((0, m), "k")
    return te.create_prim_func(
        [x, te.compute((n,), lambda j: te.sum(x[k, j] * x[k, j], k), "sums")]
    )


def _parts_of_columns(func: tirx.PrimFunc) -> tvm.ir.IRModule:
    """A thread per column and 32nd of the rows; a second kernel adds the parts."""
    sch = s_tir.Schedule(func)
    block = sch.get_sblock("sums")
    part, _ = sch.split(sch.get_loops(block)[-1], [32, None])
    parts = sch.rfactor(part, 0)
    column, part, inner = sch.get_loops(parts)
    outer, thread = sch.split(column, [None, THREADS])
    sch.reorder(part, outer, thread, inner)
    bind(sch, (part, outer, thread), ("blockIdx.y", "blockIdx.x", "threadIdx.x"))
    column, _ = sch.get_loops(block)
    bind(sch, sch.split(column, [None, THREADS]), ("blockIdx.x", "threadIdx.x"))
    return sch.mod


# --- transpose ------------------------------------------------------------------------------------


def _gathered(func: tirx.PrimFunc) -> tvm.ir.IRModule:
    """Four elements of a column are read one by one, and written together."""
    sch = s_tir.Schedule(func)
    i, j = sch.get_loops(sch.get_sblock("T_transpose"))
    i_block, i_thread = sch.split(i, [None, 32])
    j_block, j_thread, lanes = sch.split(j, [None, 8, 4])
    sch.reorder(i_block, j_block, j_thread, i_thread, lanes)
    axes = ("blockIdx.y", "blockIdx.x", "threadIdx.y", "threadIdx.x")
    bind(sch, (i_block, j_block, j_thread, i_thread), axes)
    sch.vectorize(lanes)
    return sch.mod


# --- quantization ---------------------------------------------------------------------------------


def _quantized(m: int, n: int) -> tirx.PrimFunc:
    """Rows as int8, each by its largest magnitude."""
    x, k = te.placeholder((m, n), name="X"), te.reduce_axis((0, n), "k")
    most = te.compute((m,), lambda i: te.max(tirx.abs(x[i, k]), k), "most")
    out = te.compute(
        (m, n), lambda i, j: tirx.round(x[i, j] * (127.0 / most[i])).astype("int8"), "out"
    )
    return te.create_prim_func([x, out])


def _quantized_by_block(func: tirx.PrimFunc) -> tvm.ir.IRModule:
    sch = s_tir.Schedule(func)
    row, column = sch.get_loops(sch.get_sblock("out"))
    _, thread, lanes = sch.split(column, [None, THREADS, 4])
    bind(sch, (row, thread), ("blockIdx.x", "threadIdx.x"))
    sch.vectorize(lanes)
    _together(sch, "most", row, THREADS)
    return sch.mod


def _quantized_reference(x: np.ndarray) -> np.ndarray:
    return np.round(x * (127 / abs(x.astype("float64")).max(1, keepdims=True)))


def _matrix(function) -> partial:
    return expression_of(function, lambda m, n: [(m, n)])


ROWS = (
    schedule(
        "softmax", "softmax, thread per row",
        _matrix(lambda x: topi.nn.softmax(x, axis=-1)), _thread_per_row, _softmax,
        (256, 40), (65536, 256),
    ),
    schedule(
        "normalization", "group norm, block per group",
        _group_norm, _block_per_group, _group_norm_reference,
        (2, 3, 4, 192), (32, 32, 8, 1024),
    ),
    schedule(
        "row reduction", "sums of row magnitudes by rfactor",
        _magnitudes, _parts_of_rows, lambda x: abs(x.astype("float64")).sum(1),
        (256, 80), (65536, 512),
    ),
    schedule(
        "row reduction", "argmax of rows, block per row",
        _matrix(lambda x: topi.argmax(x, axis=1)), _argmax_by_block, lambda x: x.argmax(1),
        (24, 640), (16384, 2048), within=0.0,
    ),
    schedule(
        "column reduction", "column sums of squares by rfactor",
        _squares, _parts_of_columns, lambda x: (x.astype("float64") ** 2).sum(0),
        (128, 256), (8192, 4096),
    ),
    schedule(
        "transpose", "transpose, four reads to a vector store",
        _matrix(lambda x: topi.transpose(x, (1, 0))), _gathered, np.transpose,
        (96, 64), (6144, 8192),
    ),
    schedule(
        "int8", "rows quantized to int8",
        _quantized, _quantized_by_block, _quantized_reference,
        # A value halfway between two whole numbers may be rounded to either.
        (8, 2048), (8192, 4096), within=1.0,
    ),
)  # fmt: skip
