"""Hopper's tensor cores: warpgroups per block, stages of the pipeline, panels of blocks."""

from __future__ import annotations

from schedules.gemm.wgmma_intrinsics import ROW_BYTES, Wgmma
from schedules.gemm.wgmma_tiles import WarpgroupTile
from schedules.workloads import Gemm

from ..space import Config, template


@template(
    "gemm/hgemm:wgmma",
    "gemm/hgemm:wgmma_tma",
    "gemm/hgemm:bfloat16_wgmma_tma",
    "gemm/epilogue:wgmma_tma",
    "gemm/fp8gemm:wgmma_tma",
    "gemm/fp8gemm:tensor_scale",
)
def hgemm_wgmma(cfg: Config, workload: Gemm):
    """A warpgroup has 64 x 256; the knobs are warpgroups per block, stages and panels."""
    cfg.define_knob("groups", [1, 2, 3, 4])
    cfg.define_knob("stages", [2, 3, 4, 5, 6])
    cfg.define_knob("panel", [1, 2, 4, 8, 16, 32])
    if (slice_k := Wgmma(workload.in_dtype).slice_k) != WarpgroupTile.slice_k:
        cfg.define_knob("slice_k", [slice_k])

    def registers_a_block(groups) -> bool:
        """128 sums a thread leave room for three warpgroups in the register file"""
        return groups <= 3

    def shared_memory(groups, stages) -> bool:
        """the stages' slices fit a block's shared memory"""
        m, n, _ = WarpgroupTile(groups=groups).block()
        return stages * (m + n) * ROW_BYTES <= cfg.limits.dynamic_shared

    def products_under_way(stages) -> bool:
        """what loads by TMA does so while products are under way: three stages at least"""
        return stages >= 3 or cfg.rung.name == "wgmma"

    cfg.restrict(registers_a_block, shared_memory, products_under_way)
    return WarpgroupTile
