"""Schedules of special GEMMs: batches of tiny ones, masked, fused, skinny, float64."""

from __future__ import annotations

from functools import partial

import numpy as np
import tvm
from tvm import s_tir, te, tirx

from benchmarks.generic_aside import bind

from .schedule import schedule, tiled


def _dots(a: te.Tensor, b: te.Tensor, dtype: str, layout: str, name: str = "dots") -> te.Tensor:
    """A B ('NN') or A B^T ('NT') in a dtype, of matrices or batches of them."""
    *batch, m, k = a.shape
    n = b.shape[-1] if layout == "NN" else b.shape[-2]
    r = te.reduce_axis((0, k), "r")

    def element(*indices):
        *before, i, j = indices
        right = b[(*before, r, j)] if layout == "NN" else b[(*before, j, r)]
        return te.sum(a[(*before, i, r)].astype(dtype) * right.astype(dtype), r)

    return te.compute((*batch, m, n), element, name)


def _matmul(a: np.ndarray, b: np.ndarray, layout: str) -> np.ndarray:
    b = b.astype("float64")
    return a.astype("float64") @ (b if layout == "NN" else b.swapaxes(-1, -2))


# --- batches of tiny GEMMs ------------------------------------------------------------------------


def _added(batch: int, size: int) -> tirx.PrimFunc:
    a, b, c = (te.placeholder((batch, size, size), name=name) for name in "ABC")
    dots = _dots(a, b, "float32", "NN")
    out = te.compute(dots.shape, lambda h, i, j: dots[h, i, j] + c[h, i, j], "out")
    return te.create_prim_func([a, b, c, out])


def _halves(batch: int, size: int) -> tirx.PrimFunc:
    a, b = (te.placeholder((batch, size, size), "float16", name) for name in "AB")
    dots = _dots(a, b, "float32", "NN")
    out = te.compute(dots.shape, lambda h, i, j: dots[h, i, j].astype("float16"), "out")
    return te.create_prim_func([a, b, out])


# --- attention ------------------------------------------------------------------------------------


def _masked_scores(heads: int, length: int, depth: int) -> tirx.PrimFunc:
    """Q K^T / sqrt(depth), where a key is not later than the query."""
    q, k = (te.placeholder((heads, length, depth), name=name) for name in "QK")
    dots = _dots(q, k, "float32", "NT")
    out = te.compute(
        dots.shape,
        lambda h, i, j: te.if_then_else(j <= i, dots[h, i, j] * depth**-0.5, -10000.0),
        "out",
    )
    return te.create_prim_func([q, k, out])


def _masked_scores_reference(q: np.ndarray, k: np.ndarray) -> np.ndarray:
    scores = _matmul(q, k, "NT") / q.shape[-1] ** 0.5
    return np.where(np.tri(q.shape[1], dtype=bool), scores, -10000)


# --- fused epilogues ------------------------------------------------------------------------------


def _silu(value):
    return value / (1 + te.exp(-value))


def _with_bias(m: int, n: int, k: int) -> tirx.PrimFunc:
    x, w = te.placeholder((m, k), name="X"), te.placeholder((k, n), name="W")
    bias = te.placeholder((n,), name="B")
    dots = _dots(x, w, "float32", "NN")
    out = te.compute((m, n), lambda i, j: _silu(dots[i, j] + bias[j]), "out")
    return te.create_prim_func([x, w, bias, out])


def _with_bias_reference(x: np.ndarray, w: np.ndarray, bias: np.ndarray) -> np.ndarray:
    value = _matmul(x, w, "NN") + bias
    return value / (1 + np.exp(-value))


def _gated(m: int, n: int, k: int) -> tirx.PrimFunc:
    """silu(X V) times X W, in float16 with float32 accumulators."""
    x = te.placeholder((m, k), "float16", "X")
    v, w = (te.placeholder((n, k), "float16", name) for name in "VW")
    gate, up = (_dots(x, b, "float32", "NT", name) for b, name in ((v, "gate"), (w, "up")))
    out = te.compute((m, n), lambda i, j: (_silu(gate[i, j]) * up[i, j]).astype("float16"), "out")
    return te.create_prim_func([x, v, w, out])


def _gated_reference(x: np.ndarray, v: np.ndarray, w: np.ndarray) -> np.ndarray:
    gate = _matmul(x, v, "NT")
    return gate / (1 + np.exp(-gate)) * _matmul(x, w, "NT")


# --- skinny, and half of a square -----------------------------------------------------------------


def _skinny(m: int, n: int, k: int) -> tirx.PrimFunc:
    a, b = te.placeholder((m, k), name="A"), te.placeholder((k, n), name="B")
    return te.create_prim_func([a, b, _dots(a, b, "float32", "NN")])


def _column_per_thread(func: tirx.PrimFunc) -> tvm.ir.IRModule:
    """A thread has all rows of a column over an eighth of K; a second kernel adds the parts."""
    sch = s_tir.Schedule(func)
    block = sch.get_sblock("dots")
    part, _ = sch.split(sch.get_loops(block)[-1], [8, None])
    parts = sch.rfactor(part, 0)
    local = sch.cache_write(parts, 0, "local")
    i, j, part, k = sch.get_loops(parts)
    j_block, j_thread = sch.split(j, [None, 128])
    sch.reorder(part, j_block, j_thread, k, i)
    bind(sch, (part, j_block, j_thread), ("blockIdx.y", "blockIdx.x", "threadIdx.x"))
    sch.reverse_compute_at(local, j_thread)
    sch.unroll(i)
    sch.decompose_reduction(parts, k)
    i, j, _ = sch.get_loops(block)
    bind(sch, sch.split(sch.fuse(i, j), [None, 256]), ("blockIdx.x", "threadIdx.x"))
    return sch.mod


def _lower(n: int, k: int) -> tirx.PrimFunc:
    """A B^T in float64 on and below the diagonal, zero above."""
    a, b = (te.placeholder((n, k), "float64", name) for name in "AB")
    dots = _dots(a, b, "float64", "NT")
    out = te.compute(
        (n, n), lambda i, j: te.if_then_else(j <= i, dots[i, j], tirx.const(0, "float64")), "out"
    )
    return te.create_prim_func([a, b, out])


GEMMS = (
    schedule(
        "tiny GEMMs", "batch of 16 x 16 x 16, block per matrix",
        _added, partial(tiled, tile=(16, 16), threads=(8, 8), depth=16),
        lambda a, b, c: _matmul(a, b, "NN") + c,
        (4, 16), (32768, 16),
    ),
    schedule(
        "tiny GEMMs", "batch of 32 x 32 x 32 in float16, four per block",
        _halves, partial(tiled, tile=(32, 32), threads=(8, 8), depth=8, each=4, shared=0),
        partial(_matmul, layout="NN"),
        (8, 32), (16384, 32),
    ),
    schedule(
        "attention", "causal scores",
        _masked_scores, partial(tiled, tile=(64, 64), threads=(16, 16), depth=16),
        _masked_scores_reference,
        (2, 128, 32), (32, 1024, 64),
    ),
    schedule(
        "fused GEMM", "GEMM with bias and SiLU",
        _with_bias, partial(tiled, tile=(128, 64), threads=(16, 16), depth=16),
        _with_bias_reference,
        (128, 128, 64), (2048, 2048, 1024),
    ),
    schedule(
        "fused GEMM", "gated float16 GEMM, two accumulators",
        _gated, partial(tiled, sums=("gate", "up"), tile=(64, 64), threads=(16, 16), depth=32),
        _gated_reference,
        (64, 128, 64), (1024, 1024, 512),
    ),
    schedule(
        "skinny and triangular GEMM", "GEMM of 8 rows, split K",
        _skinny, _column_per_thread, partial(_matmul, layout="NN"),
        (8, 256, 128), (8, 8192, 4096),
    ),
    schedule(
        "skinny and triangular GEMM", "float64 GEMM, lower triangle",
        _lower, partial(tiled, tile=(64, 64), threads=(16, 16), depth=8, shared=2),
        lambda a, b: np.tril(_matmul(a, b, "NT")),
        (128, 32), (1024, 512),
    ),
)  # fmt: skip
