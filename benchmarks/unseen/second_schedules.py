"""The schedules of the second set: distances, tensors, images, weights."""

from __future__ import annotations

from functools import partial, reduce

import numpy as np
import tvm
from numpy.lib.stride_tricks import sliding_window_view
from tvm import s_tir, te, tirx

from benchmarks.generic_aside import bind, fetch

from .schedule import THREAD_TILE_AXES, schedule, tiled

PLANE_AXES = THREAD_TILE_AXES[1:]

# --- distances ------------------------------------------------------------------------------------


def _distances(m: int, n: int, k: int) -> tirx.PrimFunc:
    """Mean absolute differences of rows."""
    a, b = te.placeholder((m, k), name="A"), te.placeholder((n, k), name="B")
    r = te.reduce_axis((0, k), "r")
    dots = te.compute((m, n), lambda i, j: te.sum(tirx.abs(a[i, r] - b[j, r]), r), "dots")
    out = te.compute((m, n), lambda i, j: dots[i, j] * (1 / k), "out")
    return te.create_prim_func([a, b, out])


def _distances_reference(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return abs(a.astype("float64")[:, None] - b).mean(-1)


# --- tensors --------------------------------------------------------------------------------------


def _khatri_rao(i: int, j: int, k: int, rank: int) -> tirx.PrimFunc:
    """A tensor times the Khatri-Rao product of two factors, as in a CP decomposition."""
    x = te.placeholder((i, j, k), name="X")
    b, c = te.placeholder((j, rank), name="B"), te.placeholder((k, rank), name="C")
    y, z = te.reduce_axis((0, j), "y"), te.reduce_axis((0, k), "z")
    out = te.compute((i, rank), lambda h, r: te.sum(x[h, y, z] * b[y, r] * c[z, r], [y, z]), "out")
    return te.create_prim_func([x, b, c, out])


def _warp_per_row(func: tirx.PrimFunc) -> tvm.ir.IRModule:
    """A lane per column of the rank; slices of the tensor and both factors in shared memory."""
    sch = s_tir.Schedule(func)
    block = sch.get_sblock("out")
    local = sch.cache_write(block, 0, "local")
    i, r, y, z = sch.get_loops(block)
    i_block, i_thread = sch.split(i, [None, 8])
    bind(sch, (i_block, i_thread, r), ("blockIdx.x", "threadIdx.y", "threadIdx.x"))
    z_outer, z_inner = sch.split(z, [None, 32])
    sch.reorder(z_outer, y, z_inner)
    sch.reverse_compute_at(local, r)
    fetch(sch, block, 0, y, (8, 32), 1)
    fetch(sch, block, 2, z_outer, (8, 32), 1)
    sch.decompose_reduction(block, z_outer)
    return sch.mod


# --- images ---------------------------------------------------------------------------------------


def _erosion(h: int, w: int) -> tirx.PrimFunc:
    """Minima of 7 x 7 bytes: along rows, then along columns."""
    x = te.placeholder((h + 6, w + 6), "uint8", "X")
    rows = te.compute(
        (h + 6, w), lambda i, j: reduce(tirx.min, [x[i, j + z] for z in range(7)]), "rows"
    )
    out = te.compute(
        (h, w), lambda i, j: reduce(tirx.min, [rows[i + y, j] for y in range(7)]), "out"
    )
    return te.create_prim_func([x, out])


def _rows_in_shared(func: tirx.PrimFunc) -> tvm.ir.IRModule:
    """Tiles of 32 x 64 by 8 x 64 threads."""
    sch = s_tir.Schedule(func)
    i, j = sch.get_loops(sch.get_sblock("out"))
    i_block, i_inner, i_thread = sch.split(i, [None, 4, 8])
    j_block, j_thread = sch.split(j, [None, 64])
    sch.reorder(i_block, j_block, i_thread, j_thread, i_inner)
    bind(sch, (i_block, j_block, i_thread, j_thread), PLANE_AXES)
    rows = sch.get_sblock("rows")
    sch.set_scope(rows, 0, "shared")
    sch.compute_at(rows, j_block)
    _, *threads = sch.split(sch.fuse(*sch.get_loops(rows)[2:]), [None, 8, 64])
    bind(sch, threads, PLANE_AXES[2:])
    return sch.mod


def _erosion_reference(x: np.ndarray) -> np.ndarray:
    return sliding_window_view(x, (7, 7)).min((-1, -2))


def _display(h: int, w: int) -> tirx.PrimFunc:
    """Three planes times a matrix, then the transfer curve of sRGB."""
    x, matrix = te.placeholder((3, h, w), name="X"), te.placeholder((3, 3), name="M")
    r = te.reduce_axis((0, 3), "r")
    mixed = te.compute((3, h, w), lambda c, i, j: te.sum(matrix[c, r] * x[r, i, j], r), "mixed")

    def element(c, i, j):
        value = tirx.min(tirx.max(mixed[c, i, j], 0.0), 1.0)
        power = tirx.power(value, tirx.const(1 / 2.4, "float32"))
        return te.if_then_else(value <= 0.0031308, value * 12.92, power * 1.055 - 0.055)

    return te.create_prim_func([x, matrix, te.compute((3, h, w), element, "out")])


def _all_planes_per_thread(func: tirx.PrimFunc) -> tvm.ir.IRModule:
    """A thread per pixel."""
    sch = s_tir.Schedule(func)
    c, i, j = sch.get_loops(sch.get_sblock("out"))
    j_block, j_thread = sch.split(j, [None, 128])
    sch.reorder(i, j_block, j_thread, c)
    bind(sch, (i, j_block, j_thread), ("blockIdx.y", "blockIdx.x", "threadIdx.x"))
    mixed = sch.get_sblock("mixed")
    sch.set_scope(mixed, 0, "local")
    sch.compute_at(mixed, j_thread)
    for loop in (c, *sch.get_loops(mixed)[-2:]):
        sch.unroll(loop)
    return sch.mod


def _display_reference(x: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    value = np.tensordot(matrix.astype("float64"), x.astype("float64"), 1).clip(0, 1)
    return np.where(value <= 0.0031308, value * 12.92, value ** (1 / 2.4) * 1.055 - 0.055)


def _costs(d: int, h: int, w: int, c: int) -> tirx.PrimFunc:
    """Correlations of the features of two images over disparities, from float16."""
    left = te.placeholder((c, h, w), "float16", "L")
    right = te.placeholder((c, h, w + d), "float16", "R")
    r = te.reduce_axis((0, c), "r")
    out = te.compute(
        (d, h, w),
        lambda k, i, j: te.sum(
            left[r, i, j].astype("float32") * right[r, i, j + k].astype("float32"), r
        ),
        "out",
    )
    return te.create_prim_func([left, right, out])


def _eight_disparities(func: tirx.PrimFunc) -> tvm.ir.IRModule:
    """A thread per pixel and eight disparities."""
    sch = s_tir.Schedule(func)
    block = sch.get_sblock("out")
    local = sch.cache_write(block, 0, "local")
    d, i, j, r = sch.get_loops(block)
    d_block, d_inner = sch.split(d, [None, 8])
    i_block, i_thread = sch.split(i, [None, 4])
    j_block, j_thread = sch.split(j, [None, 64])
    sch.reorder(d_block, i_block, j_block, i_thread, j_thread, r, d_inner)
    bind(sch, (d_block, i_block, j_block, i_thread, j_thread), THREAD_TILE_AXES)
    sch.reverse_compute_at(local, j_thread)
    sch.unroll(d_inner)
    sch.decompose_reduction(block, r)
    return sch.mod


def _costs_reference(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    windows = sliding_window_view(right.astype("float64"), left.shape[2], 2)[:, :, :-1]
    return np.einsum("cij,cikj->kij", left.astype("float64"), windows)


def _cosines(h: int, w: int) -> tirx.PrimFunc:
    """C X C^T of each 8 x 8 block of an image."""
    x, c = te.placeholder((h, w), name="X"), te.placeholder((8, 8), name="C")
    y, z = te.reduce_axis((0, 8), "y"), te.reduce_axis((0, 8), "z")
    rows = te.compute((h, w), lambda i, j: te.sum(x[i, j // 8 * 8 + z] * c[j % 8, z], z), "rows")
    out = te.compute((h, w), lambda i, j: te.sum(c[i % 8, y] * rows[i // 8 * 8 + y, j], y), "out")
    return te.create_prim_func([x, c, out])


def _blocks_in_shared(func: tirx.PrimFunc) -> tvm.ir.IRModule:
    """Four 8 x 8 blocks side by side, a thread per coefficient."""
    sch = s_tir.Schedule(func)
    rows, block = sch.get_sblock("rows"), sch.get_sblock("out")
    local = sch.cache_write(block, 0, "local")
    i, j, y = sch.get_loops(block)
    i_block, i_thread = sch.split(i, [None, 8])
    j_block, j_thread = sch.split(j, [None, 32])
    sch.reorder(i_block, j_block, i_thread, j_thread, y)
    bind(sch, (i_block, j_block, i_thread, j_thread), PLANE_AXES)
    sch.reverse_compute_at(local, j_thread)
    sch.unroll(y)
    sch.set_scope(rows, 0, "shared")
    written = sch.cache_write(rows, 0, "local")
    sch.compute_at(written, j_block)
    threads = sch.get_loops(written)[2:]
    bind(sch, threads, PLANE_AXES[2:])
    sch.compute_at(rows, threads[-1])
    sch.unroll(sch.get_loops(rows)[-1])
    sch.decompose_reduction(block, y)
    return sch.mod


def _cosines_reference(x: np.ndarray, c: np.ndarray) -> np.ndarray:
    h, w = x.shape
    blocks = x.astype("float64").reshape(h // 8, 8, w // 8, 8).swapaxes(1, 2)
    return (c @ blocks @ c.T).swapaxes(1, 2).reshape(h, w)


def _shuffled(c: int, h: int, w: int) -> tirx.PrimFunc:
    """Four channels become the pixels of 2 x 2, with a bias, clipped to [0, 1]."""
    x, bias = te.placeholder((4 * c, h, w), name="X"), te.placeholder((4 * c,), name="B")

    def element(n, i, j):
        channel = 4 * n + i % 2 * 2 + j % 2
        return tirx.min(tirx.max(x[channel, i // 2, j // 2] + bias[channel], 0.0), 1.0)

    return te.create_prim_func([x, bias, te.compute((c, 2 * h, 2 * w), element, "out")])


def _thread_per_pixel(func: tirx.PrimFunc) -> tvm.ir.IRModule:
    sch = s_tir.Schedule(func)
    fused = sch.fuse(*sch.get_loops(sch.get_sblock("out")))
    bind(sch, sch.split(fused, [None, 256]), ("blockIdx.x", "threadIdx.x"))
    return sch.mod


def _shuffled_reference(x: np.ndarray, bias: np.ndarray) -> np.ndarray:
    c, h, w = x.shape
    value = (x.astype("float64") + bias[:, None, None]).clip(0, 1)
    placed = value.reshape(c // 4, 2, 2, h, w).transpose(0, 3, 1, 4, 2)
    return placed.reshape(c // 4, 2 * h, 2 * w)


# --- weights --------------------------------------------------------------------------------------


def _unpacked(n: int, k: int) -> tirx.PrimFunc:
    """int4 weights, eight in a word, with a float16 scale for each 128."""
    words = te.placeholder((n, k // 8), "int32", "W")
    scale = te.placeholder((n, k // 128), "float16", "S")

    def element(i, j):
        value = (words[i, j // 8] >> (j % 8 * 4)) & 15
        return (value - 8).astype("float16") * scale[i, j // 128]

    return te.create_prim_func([words, scale, te.compute((n, k), element, "out")])


def _half_word_per_thread(func: tirx.PrimFunc) -> tvm.ir.IRModule:
    sch = s_tir.Schedule(func)
    i, j = sch.get_loops(sch.get_sblock("out"))
    j_block, j_thread, lanes = sch.split(j, [None, 128, 4])
    bind(sch, (i, j_block, j_thread), ("blockIdx.y", "blockIdx.x", "threadIdx.x"))
    sch.vectorize(lanes)
    return sch.mod


def _unpacked_reference(words: np.ndarray, scale: np.ndarray) -> np.ndarray:
    values = (words[..., None] >> np.arange(0, 32, 4) & 15) - 8
    return values.reshape(len(words), -1) * np.repeat(scale.astype("float64"), 128, 1)


SECOND_SCHEDULES = (
    schedule(
        "pairwise distances", "mean absolute differences of rows",
        _distances, partial(tiled, tile=(64, 64), threads=(16, 16), depth=16),
        _distances_reference,
        (64, 128, 32), (4096, 2048, 256),
    ),
    schedule(
        "tensor decomposition", "tensor times a Khatri-Rao product",
        _khatri_rao, _warp_per_row,
        lambda x, b, c: np.einsum("ijk,jr,kr->ir", *(v.astype("float64") for v in (x, b, c))),
        (16, 5, 64, 32), (8192, 48, 64, 32),
    ),
    schedule(
        "morphology", "erosion by 7 x 7 of bytes",
        _erosion, _rows_in_shared, _erosion_reference,
        (64, 128), (8192, 8192), within=0.0, below=lambda *_: 256,
    ),
    schedule(
        "colour conversion", "matrix and transfer curve of sRGB",
        _display, _all_planes_per_thread, _display_reference,
        (8, 256), (2160, 3840), within=1e-5,
    ),
    schedule(
        "stereo matching", "cost volume from float16 features",
        _costs, _eight_disparities, _costs_reference,
        (16, 8, 64, 12), (64, 256, 512, 32),
    ),
    schedule(
        "block transform", "cosine transform of 8 x 8 blocks",
        _cosines, _blocks_in_shared, _cosines_reference,
        (24, 64), (4096, 4096),
    ),
    schedule(
        "depth to space", "pixel shuffle with bias",
        _shuffled, _thread_per_pixel, _shuffled_reference,
        (3, 16, 32), (16, 128, 128),
    ),
    schedule(
        "weight unpacking", "int4 weights to float16",
        _unpacked, _half_word_per_thread, _unpacked_reference,
        (6, 2048), (8192, 8192), below=lambda *_: 2**31,
    ),
)  # fmt: skip
