"""Which parameters run by default, and which only with `--exhaustive` (`make test-all`).

Sets that grow with the ladders are sampled: the default run takes a kernel of every mechanism, so
that a broken check or lowering pass still fails it; `make test-all` takes every kernel.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest

# One rung per mechanism: what the others of its ladder vary is a tile or a launch.
REPRESENTATIVES = {
    # plain loads, vthread, float4, double buffer, register prefetch, cp.async
    "gemm/sgemm_tvm:naive",
    "gemm/sgemm_tvm:vthread",
    "gemm/sgemm_tvm:software_pipeline",
    "gemm/sgemm_tvm:cp_async",
    "gemm/sgemm_cuda:double_buffer",
    "gemm/sgemm_cuda:tensor_core",
    "gemm/sgemm_geforce:float4_read",
    "gemm/sgemm_geforce:add_at_end",
    "gemm/sgemm_cpu:parallel",
    # packed halves, wmma, ldmatrix and mma, wgmma, TMA, clusters, warp specialization
    "gemm/hgemm:half2",
    "gemm/hgemm:wmma",
    "gemm/hgemm:mma_ldmatrix",
    "gemm/hgemm:wgmma_tma",
    "gemm/hgemm:multicast",
    "gemm/hgemm:producer",
    "gemm/epilogue:fused",
    "gemm/fp8gemm:pairs",
    "gemm/fp8gemm:wgmma_tma",
    "gemm/tall:split_k",
    "gemm/w4a16:packed",
    "gemm/w4a16:mma",
    # shuffles, two launches, integer dot products, tables
    "gemv/fast_gemv:warp_reduce",
    "gemv/fast_gemv:two_kernel",
    "gemv/fast_gemv:int4",
    "gemv/fast_gemv:int8_mma",
    "gemv/fast_gemv:table_int4",
    "gemv/hgemv:warp16_smem",
}


def sampled(values: Iterable[Any], default: Collection[Any]) -> list[Any]:
    """`values` as parameters of which only those in `default` run without `--exhaustive`."""
    return [
        value if value in default else pytest.param(value, marks=pytest.mark.exhaustive)
        for value in values
    ]


def sampled_tuples(values: Iterable[tuple], default: Iterable[tuple]) -> list[Any]:
    """`sampled` for several parameters at once, a tuple for each test."""
    kept = list(default)
    return [
        value if value in kept else pytest.param(*value, marks=pytest.mark.exhaustive)
        for value in values
    ]


def every(values: Iterable[Any], step: int) -> list[Any]:
    """`values` as parameters of which every `step`-th runs without `--exhaustive`."""
    listed = list(values)
    return sampled(listed, listed[::step])
