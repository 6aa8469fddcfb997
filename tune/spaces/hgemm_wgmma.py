"""HGEMM on Hopper's tensor cores: warpgroups a block, stages of the pipeline, panels of blocks."""

from __future__ import annotations

from schedules.gemm.wgmma_tiles import WarpgroupTile
from schedules.workloads import Gemm

from ..space import Config, template

HALF = 2


@template("gemm/hgemm:wgmma", "gemm/hgemm:wgmma_tma")
def hgemm_wgmma(cfg: Config, workload: Gemm):
    """A warpgroup's 64 x 256 is given: left is how many share a block, and how far ahead."""
    cfg.define_knob("groups", [1, 2, 3, 4])
    cfg.define_knob("stages", [2, 3, 4, 5, 6])
    cfg.define_knob("panel", [1, 2, 4, 8, 16, 32])

    def registers_a_block(groups) -> bool:
        """128 sums a thread leave room for three warpgroups in the register file"""
        return groups <= 3

    def shared_memory(groups, stages) -> bool:
        """the stages' slices fit a block's shared memory"""
        m, n, k = WarpgroupTile(groups=groups).block()
        return stages * (m + n) * k * HALF <= cfg.limits.dynamic_shared

    def products_under_way(stages) -> bool:
        """wgmma_tma loads while products are under way: three stages at least"""
        return stages >= 3 or cfg.rung.name != "wgmma_tma"

    cfg.restrict(registers_a_block, shared_memory, products_under_way)
    return WarpgroupTile
