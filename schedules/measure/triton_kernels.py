"""A GEMM, a GEMV and a product with 4-bit weights in Triton, another compiler's answers.

All are autotuned over a few configurations at their first call. float32 products stay float32
("ieee"), where Triton's default would round them to TF32.
"""

from __future__ import annotations

from collections.abc import Callable

import triton
import triton.language as tl

from ..workloads import Gemm, Gemv
from ..workloads.quantized import GROUP, WeightOnlyGemm

_GEMM_CONFIGS = [
    triton.Config({"BM": bm, "BN": bn, "BK": bk}, num_warps=warps, num_stages=stages)
    for bm, bn, bk, warps, stages in (
        (64, 64, 32, 4, 3),
        (128, 64, 32, 4, 3),
        (128, 128, 32, 8, 3),
        (128, 128, 64, 8, 3),
        (128, 256, 64, 8, 3),
    )
]
_GEMV_CONFIGS = [
    triton.Config({"ROWS": rows, "BK": bk}, num_warps=warps)
    for rows, bk, warps in ((1, 1024, 4), (2, 512, 4), (4, 512, 4), (8, 256, 4), (16, 128, 4))
]

# BK divides a group, so that a slice has one scale a column.
_WEIGHT_ONLY_CONFIGS = [
    triton.Config({"BN": bn, "BK": bk}, num_warps=warps, num_stages=stages)
    for bn, bk, warps, stages in (
        (32, 128, 4, 4),
        (64, 64, 4, 4),
        (64, 128, 4, 4),
        (64, 128, 8, 3),
        (128, 64, 4, 4),
        (128, 128, 8, 3),
    )
]


@triton.autotune(_GEMM_CONFIGS, key=["m", "n", "k"])
@triton.jit
def _gemm(
    a, b, c_in, c, m, n, k, am, ak, bk_, bn_,
    ADD: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
):  # fmt: skip
    group = 8
    pid = tl.program_id(0)
    across, down = tl.cdiv(n, BN), tl.cdiv(m, BM)
    first = pid // (group * across) * group
    height = min(down - first, group)
    row = first + pid % (group * across) % height
    column = pid % (group * across) // height
    i = row * BM + tl.arange(0, BM)
    j = column * BN + tl.arange(0, BN)
    r = tl.arange(0, BK)
    total = tl.zeros((BM, BN), tl.float32)
    for start in range(0, k, BK):
        inside = start + r < k
        x = tl.load(
            a + i[:, None] * am + (start + r)[None, :] * ak,
            mask=(i < m)[:, None] & inside[None, :], other=0.0,
        )  # fmt: skip
        y = tl.load(
            b + (start + r)[:, None] * bk_ + j[None, :] * bn_,
            mask=inside[:, None] & (j < n)[None, :], other=0.0,
        )  # fmt: skip
        total = tl.dot(x, y, total, input_precision="ieee")
    at = i[:, None] * n + j[None, :]
    mask = (i < m)[:, None] & (j < n)[None, :]
    if ADD:
        total += tl.load(c_in + at, mask=mask, other=0.0)
    tl.store(c + at, total.to(c.dtype.element_ty), mask=mask)


@triton.autotune(_GEMV_CONFIGS, key=["n", "k"])
@triton.jit
def _gemv(w, x, y, n, k, ROWS: tl.constexpr, BK: tl.constexpr):
    i = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    r = tl.arange(0, BK)
    total = tl.zeros((ROWS, BK), tl.float32)
    for start in range(0, k, BK):
        inside = start + r < k
        row = tl.load(
            w + i[:, None] * k + (start + r)[None, :],
            mask=(i < n)[:, None] & inside[None, :], other=0.0,
        )  # fmt: skip
        vector = tl.load(x + start + r, mask=inside, other=0.0)
        total += row.to(tl.float32) * vector.to(tl.float32)[None, :]
    tl.store(y + i, tl.sum(total, axis=1).to(y.dtype.element_ty), mask=i < n)


@triton.autotune(_WEIGHT_ONLY_CONFIGS, key=["m", "n", "k"])
@triton.jit
def _weight_only(
    a, w, scale_zero, c, m, n, k,
    GROUP: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
):  # fmt: skip
    j = tl.program_id(0) * BN + tl.arange(0, BN)
    i = tl.program_id(1) * BM + tl.arange(0, BM)
    r = tl.arange(0, BK)
    total = tl.zeros((BM, BN), tl.float32)
    for start in range(0, k, BK):
        at = start + r
        x = tl.load(a + i[:, None] * k + at[None, :], mask=(i < m)[:, None], other=0.0)
        words = tl.load(
            w + j[None, :] * (k // 8) + (at // 8)[:, None], mask=(j < n)[None, :], other=0
        )
        codes = ((words >> (at % 8 * 4)[:, None]) & 15).to(tl.float16)
        pair = scale_zero + (start // GROUP * n + j) * 2
        scale = tl.load(pair, mask=j < n, other=0.0)
        zero = tl.load(pair + 1, mask=j < n, other=0.0)
        total = tl.dot(x, (codes - zero[None, :]) * scale[None, :], total)
    mask = (i < m)[:, None] & (j < n)[None, :]
    tl.store(c + i[:, None] * n + j[None, :], total.to(tl.float16), mask=mask)


def gemm(workload: Gemm) -> Callable[[list, list], None]:
    """The workload in Triton; any shape and layout."""
    m, n, k = workload.shape
    a_strides = (1, m) if workload.a_layout == "km" else (k, 1)
    b_strides = (1, k) if workload.b_layout == "nk" else (n, 1)

    def grid(config):
        return (triton.cdiv(m, config["BM"]) * triton.cdiv(n, config["BN"]),)

    def run(inputs: list, outputs: list) -> None:
        c_in = inputs[2] if workload.accumulate else outputs[0]
        _gemm[grid](
            inputs[0], inputs[1], c_in, outputs[0], m, n, k, *a_strides, *b_strides,
            ADD=workload.accumulate,
        )  # fmt: skip

    return run


def gemv(workload: Gemv) -> Callable[[list, list], None]:
    """The workload in Triton; any shape."""
    n, k = workload.shape

    def run(inputs: list, outputs: list) -> None:
        _gemv[lambda config: (triton.cdiv(n, config["ROWS"]),)](
            inputs[0], inputs[1], outputs[0], n, k
        )

    return run


def weight_only(workload: WeightOnlyGemm) -> Callable[[list, list], None]:
    """The workload in Triton, codes in rows; any shape."""
    m, n, k = workload.shape
    rows = min(64, max(16, triton.next_power_of_2(m)))

    def run(inputs: list, outputs: list) -> None:
        _weight_only[lambda config: (triton.cdiv(n, config["BN"]), triton.cdiv(m, rows))](
            *inputs, outputs[0], m, n, k, GROUP=GROUP, BM=rows
        )

    return run
