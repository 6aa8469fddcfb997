"""The pictures of docs/figures: what each shows. `python -m benchmarks.figures` draws them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from .drawings import candidates, lanes, pieces, requests, tiles, timelines
from .records import ROOT

FOLDER = ROOT / "docs/figures"


def _of(draw: Callable[..., str], ladder: str, *rungs: str) -> Callable[[], str]:
    return partial(draw, *(f"{ladder}:{rung}" for rung in rungs))


TRANSPOSE = "examples/transpose.py:schedule"

# File name without its ending -> the function that draws it.
DRAWN: Mapping[str, Callable[[], str]] = {
    "sgemm_tvm-block_tile": _of(tiles, "gemm/sgemm_tvm", "naive", "block_tile"),
    "sgemm_tvm-reuse": _of(tiles, "gemm/sgemm_tvm", "block_tile", "cooperative_fetch"),
    "sgemm_tvm-coalesce": _of(
        requests,
        "gemm/sgemm_tvm",
        "cooperative_fetch global load A",
        "conflict_free_store global load A",
    ),
    "sgemm_tvm-store": _of(
        requests,
        "gemm/sgemm_tvm",
        "cooperative_fetch shared store A_shared",
        "conflict_free_store shared store A_shared",
    ),
    "sgemm_tvm-vthread-tiles": _of(tiles, "gemm/sgemm_tvm", "conflict_free_store", "vthread"),
    "sgemm_tvm-vthread-banks": _of(
        requests,
        "gemm/sgemm_tvm",
        "conflict_free_store shared load A_shared",
        "vthread shared load A_shared",
    ),
    "sgemm_tvm-vectorized_fetch": _of(
        requests, "gemm/sgemm_tvm", "vthread global load A", "vectorized_fetch global load A"
    ),
    "sgemm_tvm-vectorized_read": _of(
        requests,
        "gemm/sgemm_tvm",
        "vthread shared load A_shared",
        "vectorized_read shared load A_shared",
    ),
    "sgemm_tvm-double_buffer": _of(timelines, "gemm/sgemm_tvm", "vectorized_read", "double_buffer"),
    "sgemm_tvm-warp_tile": _of(tiles, "gemm/sgemm_tvm", "vectorized_read", "warp_tile"),
    "sgemm_tvm-z_order-banks": _of(
        requests, "gemm/sgemm_tvm", "warp_tile shared load B_shared", "z_order shared load B_shared"
    ),
    "sgemm_tvm-register_prefetch": _of(
        timelines, "gemm/sgemm_tvm", "warp_tile", "register_prefetch"
    ),
    "sgemm_tvm-cp_async": _of(tiles, "gemm/sgemm_tvm", "register_prefetch", "cp_async"),
    "sgemm_tvm-ordered_products": _of(timelines, "gemm/sgemm_tvm", "cp_async", "ordered_products"),
    "sgemm_cuda-shared_tile": _of(
        requests, "gemm/sgemm_cuda", "naive global load A", "shared_tile shared load A_shared"
    ),
    "sgemm_cuda-tiles": _of(
        tiles, "gemm/sgemm_cuda", "shared_tile", "register_tile", "float4_fetch"
    ),
    "sgemm_cuda-coalesce": _of(
        requests, "gemm/sgemm_cuda", "register_tile global load B", "reindexed_fetch global load B"
    ),
    "sgemm_cuda-store": _of(
        requests,
        "gemm/sgemm_cuda",
        "float4_fetch shared store A_shared",
        "conflict_free shared store A_shared",
    ),
    "sgemm_cuda-load": _of(
        requests,
        "gemm/sgemm_cuda",
        "float4_fetch shared load B_shared",
        "conflict_free shared load B_shared",
        "outer_product shared load B_shared",
    ),
    "sgemm_cuda-double_buffer": _of(timelines, "gemm/sgemm_cuda", "outer_product", "double_buffer"),
    "sgemm_cuda-tensor_core": _of(timelines, "gemm/sgemm_cuda", "double_buffer", "tensor_core"),
    "sgemm_geforce-shared_tile": _of(timelines, "gemm/sgemm_geforce", "l1_only", "shared_tile"),
    "sgemm_geforce-float4_fetch": _of(
        requests, "gemm/sgemm_geforce", "block_k_16 global load A", "float4_fetch global load A"
    ),
    "sgemm_geforce-float4_read": _of(
        requests,
        "gemm/sgemm_geforce",
        "float4_fetch shared load B_shared",
        "float4_read shared load B_shared",
    ),
    "sgemm_geforce-double_buffer": _of(
        timelines, "gemm/sgemm_geforce", "float4_read", "double_buffer"
    ),
    "sgemm_geforce-square_warp": _of(
        tiles, "gemm/sgemm_geforce", "float4_read", "square_warp", "z_order"
    ),
    "sgemm_geforce-z_order": _of(
        requests,
        "gemm/sgemm_geforce",
        "square_warp shared load B_shared",
        "z_order shared load B_shared",
    ),
    "sgemm_geforce-cp_async": _of(timelines, "gemm/sgemm_geforce", "max_registers", "cp_async"),
    "hgemv-thread": _of(requests, "gemv/hgemv", "thread global load W", "warp1 global load W"),
    "hgemv-lanes": _of(requests, "gemv/hgemv", "warp2 global load W", "warp16 global load W"),
    "hgemv-smem": _of(timelines, "gemv/hgemv", "thread", "thread_smem"),
    "fast_gemv-coalesce": _of(
        requests, "gemv/fast_gemv", "thread_per_row global load W", "warp_reduce global load W"
    ),
    "fast_gemv-vectorized": _of(timelines, "gemv/fast_gemv", "warp_reduce", "vectorized"),
    "fast_gemv-int4": _of(timelines, "gemv/fast_gemv", "int8", "int4"),
    "fast_gemv-table": _of(requests, "gemv/fast_gemv", "table_int4 shared load table_shared"),
    "fast_gemv-row_tile": _of(timelines, "gemv/fast_gemv", "int4", "int4_row_tile"),
    "fast_gemv-mma": _of(timelines, "gemv/fast_gemv", "int4_row_tile", "int4_mma"),
    "hgemm-half2": _of(requests, "gemm/hgemm", "naive global load B", "half2 global load B"),
    "hgemm-wmma": _of(timelines, "gemm/hgemm", "half2", "wmma"),
    "hgemm-swizzled": _of(
        requests,
        "gemm/hgemm",
        "mma_ldmatrix shared load buf_dyn_shmem",
        "swizzled shared load buf_dyn_shmem",
    ),
    "hgemm-cp_async": _of(timelines, "gemm/hgemm", "swizzled", "cp_async"),
    "hgemm-wgmma": _of(tiles, "gemm/hgemm", "cp_async", "wgmma"),
    "hgemm-wgmma_tma": _of(timelines, "gemm/hgemm", "wgmma", "wgmma_tma"),
    "hgemm-producer": _of(timelines, "gemm/hgemm", "wgmma_tma", "producer"),
    "hgemm-persistent": _of(
        requests, "gemm/hgemm", "wgmma_tma global store C", "persistent global store C"
    ),
    "hgemm-tma_store": _of(timelines, "gemm/hgemm", "persistent", "tma_store"),
    "hgemm-pingpong": _of(timelines, "gemm/hgemm", "multicast", "pingpong"),
    "epilogue-fused": _of(tiles, "gemm/epilogue", "unfused", "fused"),
    "epilogue-mma": _of(timelines, "gemm/epilogue", "fused", "mma"),
    "epilogue-wgmma": _of(timelines, "gemm/epilogue", "mma", "wgmma_tma"),
    "tall-tiles": _of(tiles, "gemm/tall", "large_tile", "small_tiles"),
    "tall-split": _of(timelines, "gemm/tall", "large_tile", "split_small_tiles"),
    "fp8gemm-wgmma": _of(timelines, "gemm/fp8gemm", "pairs", "wgmma_tma"),
    "w4a16-packed": _of(requests, "gemm/w4a16", "naive global load W", "packed global load W"),
    "w4a16-mma": _of(timelines, "gemm/w4a16", "naive", "mma"),
    "w4a16-dequantized": _of(timelines, "gemm/w4a16", "mma", "dequantized"),
    "w4a16-cp_async": _of(timelines, "gemm/w4a16", "packed", "cp_async"),
    "w4a16-sliced_k": _of(timelines, "gemm/w4a16", "cp_async", "sliced_k"),
    "sgemm_cuda-float4_fetch": _of(
        requests, "gemm/sgemm_cuda", "reindexed_fetch global load A", "float4_fetch global load A"
    ),
    "fast_gemv-block_reduce": _of(timelines, "gemv/fast_gemv", "rows_per_block", "block_reduce"),
    "epilogue-tma_store": _of(timelines, "gemm/epilogue", "wgmma_tma", "tma_store"),
    "fp8gemm-pairs": _of(requests, "gemm/fp8gemm", "naive global load B", "pairs global load B"),
    "fp8gemm-tensor_scale": _of(
        requests,
        "gemm/fp8gemm",
        "wgmma_tma global load scale_b",
        "tensor_scale global load scale_b",
    ),
    "fp8gemm-tma_store": _of(timelines, "gemm/fp8gemm", "wgmma_tma", "tma_store"),
    "w4a16-split_k": _of(timelines, "gemm/w4a16", "sliced_k", "split_k"),
    "w4a16-wgmma": _of(timelines, "gemm/w4a16", "dependent_launch", "wgmma"),
    "transpose-tile": _of(tiles, TRANSPOSE, "naive"),
    "transpose-coalesce": _of(requests, TRANSPOSE, "naive global load A", "coalesce global load A"),
    "transpose-banks": _of(
        requests, TRANSPOSE, "coalesce shared load A_shared", "pad shared load A_shared"
    ),
    "candidates": partial(candidates, "vthread_h200-nvidia-h200.jsonl.gz"),
    "sgemm_tvm-z_order": _of(partial(lanes, 32, 64), "gemm/sgemm_tvm", "warp_tile", "z_order"),
    "hgemm-fragments": _of(partial(lanes, 16, 16), "gemm/hgemm", "mma_ldmatrix"),
    "hgemm-pieces": partial(pieces, "gemm/hgemm:wgmma_tma", "A"),
}


def pictures() -> dict[Path, str]:
    """Every picture, as SVG."""
    return {FOLDER / f"{name}.svg": draw() for name, draw in DRAWN.items()}
