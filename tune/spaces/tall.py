"""Few outputs and long reductions: tiles of a block, stages of its pipeline, parts of K."""

from __future__ import annotations

from schedules.gemm.tall import SplitTile
from schedules.gemm.wgmma_intrinsics import GROUP_M, ROW_BYTES
from schedules.gemm.wgmma_tiles import WarpgroupTile
from schedules.workloads import Gemm

from ..space import Config, template


@template("gemm/tall:split_small_tiles", "gemm/tall:split_k", "gemm/tall:dependent_launch")
def tall(cfg: Config, workload: Gemm):
    """The part of C and of K that a block computes."""
    cfg.define_knob("groups", [1, 2])
    cfg.define_knob("columns", [32, 64, 128, 256])
    cfg.define_knob("stages", [3, 4, 6, 8, 10, 12])
    cfg.define_knob("parts", [1, 2, 4, 8, 16, 32, 64])

    def shared_memory(groups, columns, stages) -> bool:
        """the stages' slices fit a block's shared memory"""
        rows = groups * GROUP_M + columns
        return stages * rows * ROW_BYTES <= cfg.limits.dynamic_shared

    def whole_tiles(groups, columns) -> bool:
        """tiles divide C"""
        return not workload.m % (groups * GROUP_M) and not workload.n % columns

    def slices_a_part(stages, parts) -> bool:
        """a part of K has as many slices as there are stages, or more"""
        slices = workload.k // WarpgroupTile.slice_k
        return not slices % parts and slices // parts >= stages

    cfg.restrict(shared_memory, whole_tiles, slices_a_part)
    return SplitTile
