"""Schedules of stencils, convolutions, resampling, gathers and elementwise chains."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import tvm
from numpy.lib.stride_tricks import sliding_window_view
from tvm import s_tir, te, tirx

from benchmarks.generic_aside import bind, convolution
from benchmarks.generic_schedules import expression_of

from .schedule import THREAD_TILE_AXES, schedule


def _thread_per_output(
    func: tirx.PrimFunc, threads: tuple[int, int], reduced: int = 0
) -> tvm.ir.IRModule:
    """A thread per output, whose `reduced` innermost loops are unrolled over a local sum; the axis
    before the last two is the grid's z."""
    sch = s_tir.Schedule(func)
    block = sch.get_sblock("out")
    local = sch.cache_write(block, 0, "local") if reduced else None
    z, i, j, *inner = sch.get_loops(block)
    i_block, i_thread = sch.split(i, [None, threads[0]])
    j_block, j_thread = sch.split(j, [None, threads[1]])
    sch.reorder(z, i_block, j_block, i_thread, j_thread)
    bind(sch, (z, i_block, j_block, i_thread, j_thread), THREAD_TILE_AXES)
    if local is not None:
        sch.reverse_compute_at(local, j_thread)
        for loop in inner:
            sch.unroll(loop)
        sch.decompose_reduction(block, inner[0])
    return sch.mod


# --- stencil --------------------------------------------------------------------------------------


def _seven_points(z: int, y: int, x: int) -> tirx.PrimFunc:
    v = te.placeholder((z + 2, y + 2, x + 2), name="X")
    out = te.compute(
        (z, y, x),
        lambda h, i, j: (
            0.4 * v[h + 1, i + 1, j + 1]
            + 0.1 * (v[h, i + 1, j + 1] + v[h + 2, i + 1, j + 1])
            + 0.1 * (v[h + 1, i, j + 1] + v[h + 1, i + 2, j + 1])
            + 0.1 * (v[h + 1, i + 1, j] + v[h + 1, i + 1, j + 2])
        ),
        "out",
    )
    return te.create_prim_func([v, out])


def _seven_points_reference(x: np.ndarray) -> np.ndarray:
    x = x.astype("float64")
    inner = x[1:-1, 1:-1, 1:-1]
    near = x[:-2, 1:-1, 1:-1] + x[2:, 1:-1, 1:-1] + x[1:-1, :-2, 1:-1] + x[1:-1, 2:, 1:-1]
    return 0.4 * inner + 0.1 * (near + x[1:-1, 1:-1, :-2] + x[1:-1, 1:-1, 2:])


# --- convolutions ---------------------------------------------------------------------------------


def _direct(func: tirx.PrimFunc) -> tvm.ir.IRModule:
    """Two places by four filters per thread, all operands from global memory."""
    sch = s_tir.Schedule(func)
    block = sch.get_sblock("out")
    local = sch.cache_write(block, 0, "local")
    n, i, j, f, y, z, r = sch.get_loops(block)
    j_block, j_thread, j_inner = sch.split(j, [None, 8, 2])
    f_block, f_thread, f_inner = sch.split(f, [None, 16, 4])
    sch.reorder(n, i, j_block, f_block, j_thread, f_thread, y, z, r, j_inner, f_inner)
    places = sch.fuse(n, i)
    bind(sch, (places, j_block, f_block, j_thread, f_thread), THREAD_TILE_AXES)
    sch.reverse_compute_at(local, f_thread)
    sch.vectorize(sch.get_loops(local)[-1])
    sch.decompose_reduction(block, y)
    return sch.mod


def _convolution_reference(x: np.ndarray, w: np.ndarray) -> np.ndarray:
    windows = sliding_window_view(x.astype("float64"), (3, 3), (1, 2))
    return np.einsum("nijcyz,yzcf->nijf", windows, w)


def _depthwise(c: int, h: int, w: int) -> tirx.PrimFunc:
    """5 x 5 with a stride of 2."""
    x, f = te.placeholder((c, 2 * h + 3, 2 * w + 3), name="X"), te.placeholder((c, 5, 5), name="F")
    y, z = te.reduce_axis((0, 5), "y"), te.reduce_axis((0, 5), "z")
    out = te.compute(
        (c, h, w), lambda n, i, j: te.sum(x[n, 2 * i + y, 2 * j + z] * f[n, y, z], [y, z]), "out"
    )
    return te.create_prim_func([x, f, out])


def _depthwise_reference(x: np.ndarray, f: np.ndarray) -> np.ndarray:
    windows = sliding_window_view(x.astype("float64"), (5, 5), (1, 2))[:, ::2, ::2]
    return np.einsum("cijyz,cyz->cij", windows, f)


# --- resampling -----------------------------------------------------------------------------------


def _max_pool(n: int, h: int, w: int, c: int) -> tirx.PrimFunc:
    """NHWC in float16, 3 x 3 with a stride of 2."""
    x = te.placeholder((n, 2 * h + 1, 2 * w + 1, c), "float16", "X")
    y, z = te.reduce_axis((0, 3), "y"), te.reduce_axis((0, 3), "z")
    out = te.compute(
        (n, h, w, c), lambda b, i, j, k: te.max(x[b, 2 * i + y, 2 * j + z, k], [y, z]), "out"
    )
    return te.create_prim_func([x, out])


def _pool_by_channels(func: tirx.PrimFunc) -> tvm.ir.IRModule:
    """Two channels per thread."""
    sch = s_tir.Schedule(func)
    block = sch.get_sblock("out")
    local = sch.cache_write(block, 0, "local")
    n, i, j, c, y, z = sch.get_loops(block)
    j_block, j_thread = sch.split(j, [None, 4])
    c_block, c_thread, lanes = sch.split(c, [None, 32, 2])
    sch.reorder(n, i, j_block, c_block, j_thread, c_thread, y, z, lanes)
    places = sch.fuse(n, i)
    bind(sch, (places, j_block, c_block, j_thread, c_thread), THREAD_TILE_AXES)
    sch.reverse_compute_at(local, c_thread)
    sch.vectorize(sch.get_loops(local)[-1])
    sch.decompose_reduction(block, y)
    return sch.mod


def _max_pool_reference(x: np.ndarray) -> np.ndarray:
    return sliding_window_view(x, (3, 3), (1, 2))[:, ::2, ::2].max((-1, -2))


def _bilinear(c: int, h: int, w: int, to_h: int, to_w: int) -> tirx.PrimFunc:
    """Bilinear resampling with aligned corners."""
    x = te.placeholder((c, h, w), name="X")

    def along(index, size: int, to: int):
        place = index.astype("float32") * tirx.const((size - 1) / (to - 1), "float32")
        low = tirx.min(place.astype("int32"), tirx.const(size - 2, "int32"))
        return low, place - low.astype("float32")

    def element(n, i, j):
        (top, down), (left, right) = along(i, h, to_h), along(j, w, to_w)
        upper = x[n, top, left] * (1 - right) + x[n, top, left + 1] * right
        lower = x[n, top + 1, left] * (1 - right) + x[n, top + 1, left + 1] * right
        return upper * (1 - down) + lower * down

    return te.create_prim_func([x, te.compute((c, to_h, to_w), element, "out")])


def _bilinear_reference(to_h: int, to_w: int, x: np.ndarray) -> np.ndarray:
    def along(x: np.ndarray, to: int) -> np.ndarray:
        """The last axis resampled, and the last two swapped."""
        place = np.linspace(0, x.shape[-1] - 1, to)
        low = np.minimum(place.astype(int), x.shape[-1] - 2)
        mixed = x[..., low] * (1 - place + low) + x[..., low + 1] * (place - low)
        return mixed.swapaxes(1, 2)

    return along(along(x.astype("float64"), to_w), to_h)


# --- gathers --------------------------------------------------------------------------------------


def _bags(rows: int, bags: int, each: int, wide: int) -> tirx.PrimFunc:
    """The mean of `each` rows of a table."""
    table, index = (
        te.placeholder((rows, wide), name="T"),
        te.placeholder((bags, each), "int32", "I"),
    )
    k = te.reduce_axis((0, each), "k")
    total = te.compute((bags, wide), lambda b, j: te.sum(table[index[b, k], j], k), "total")
    out = te.compute((bags, wide), lambda b, j: total[b, j] * (1 / each), "out")
    return te.create_prim_func([table, index, out])


def _thread_per_column(func: tirx.PrimFunc) -> tvm.ir.IRModule:
    """Two bags per block."""
    sch = s_tir.Schedule(func)
    bag, column = sch.get_loops(sch.get_sblock("out"))
    block, warps = sch.split(bag, [None, 2])
    bind(sch, (block, warps, column), ("blockIdx.x", "threadIdx.y", "threadIdx.x"))
    total = sch.get_sblock("total")
    sch.set_scope(total, 0, "local")
    sch.compute_at(total, column)
    return sch.mod


def _bags_reference(table: np.ndarray, index: np.ndarray) -> np.ndarray:
    return table.astype("float64")[index].mean(1)


# --- chains ---------------------------------------------------------------------------------------


def _chain(x: te.Tensor) -> te.Tensor:
    def element(*indices):
        value = x[indices].astype("float32")
        gate = 1 / (1 + te.exp(-value))
        soft = te.tanh(te.log(1 + te.exp(value)))
        return (soft * gate * te.sqrt(tirx.abs(value) + 1)).astype("float16")

    return te.compute(x.shape, element, "out")


def _chain_reference(x: np.ndarray) -> np.ndarray:
    x = x.astype("float64")
    return np.tanh(np.log1p(np.exp(x))) / (1 + np.exp(-x)) * np.sqrt(abs(x) + 1)


def _four_per_thread(func: tirx.PrimFunc) -> tvm.ir.IRModule:
    sch = s_tir.Schedule(func)
    fused = sch.fuse(*sch.get_loops(sch.get_sblock("out")))
    block, thread, lanes = sch.split(fused, [None, 256, 4])
    bind(sch, (block, thread), ("blockIdx.x", "threadIdx.x"))
    sch.vectorize(lanes)
    return sch.mod


_SLOWEST = math.log(10000)


def _rotary(length: int, heads: int, wide: int) -> tirx.PrimFunc:
    """Halves of each head rotated by angles of the position, which are computed here."""
    x, half = te.placeholder((length, heads, wide), name="X"), wide // 2

    def element(p, h, d):
        step = (d % half).astype("float32") * tirx.const(-_SLOWEST / half, "float32")
        angle = p.astype("float32") * te.exp(step)
        other = te.if_then_else(d < half, -x[p, h, (d + half) % wide], x[p, h, (d + half) % wide])
        return x[p, h, d] * te.cos(angle) + other * te.sin(angle)

    return te.create_prim_func([x, te.compute(x.shape, element, "out")])


def _rotary_reference(x: np.ndarray) -> np.ndarray:
    length, _, wide = x.shape
    steps = np.exp(-_SLOWEST / (wide // 2) * (np.arange(wide) % (wide // 2)))
    angles = (np.arange(length)[:, None] * steps)[:, None]
    low, high = np.split(x.astype("float64"), 2, axis=2)
    return x * np.cos(angles) + np.concatenate([-high, low], 2) * np.sin(angles)


def _planes(threads: tuple[int, int], reduced: int = 0):
    return lambda func: _thread_per_output(func, threads, reduced)


def _pixels(*extents: int) -> Sequence:
    return [extents]


PLANES = (
    schedule(
        "3D stencil", "seven points, thread per point",
        _seven_points, _planes((4, 64)), _seven_points_reference,
        (4, 8, 128), (256, 256, 512),
    ),
    schedule(
        "convolution", "direct 3 x 3 convolution, NHWC",
        convolution, _direct, _convolution_reference,
        (1, 4, 16, 16, 64), (8, 64, 64, 64, 64),
    ),
    schedule(
        "convolution", "depthwise 5 x 5, stride 2",
        _depthwise, _planes((8, 32), 2), _depthwise_reference,
        (3, 16, 64), (512, 96, 96),
    ),
    schedule(
        "resampling", "max pool 3 x 3, float16 NHWC",
        _max_pool, _pool_by_channels, _max_pool_reference,
        (1, 4, 8, 64), (32, 56, 56, 128), within=0.0,
    ),
    schedule(
        "resampling", "bilinear interpolation",
        _bilinear, _planes((8, 32)), lambda x: _bilinear_reference(48, 96, x),
        (2, 20, 30, 48, 96), (64, 256, 256, 640, 640), within=1e-4,
    ),
    schedule(
        "indexed reads", "embedding bags of 16 rows",
        _bags, _thread_per_column, _bags_reference,
        (50, 24, 5, 128), (50000, 32768, 16, 128), below=lambda rows, *_: rows,
    ),
    schedule(
        "elementwise chain", "float16 gated mish",
        expression_of(_chain, _pixels, "float16"), _four_per_thread, _chain_reference,
        (64, 128), (8192, 8192),
    ),
    schedule(
        "elementwise chain", "rotary embedding with its angles",
        _rotary, _planes((4, 64)), _rotary_reference,
        (16, 8, 128), (4096, 32, 128), within=1e-4,
    ),
)  # fmt: skip
