"""HGEMM on tensor cores: warps, fragments and slices under a cp.async pipeline."""

from __future__ import annotations

from schedules.gemm.hgemm import StagedFragmentTile
from schedules.workloads import Gemm

from ..space import Config, template

LANES = 32
HALF = 2
REGISTERS = 65536


@template("gemm/hgemm:cp_async", "gemm/hgemm:bfloat16_cp_async", "gemm/epilogue:mma")
def hgemm(cfg: Config, workload: Gemm):
    """Warps per block, fragments per warp, stages of the pipeline, and panels of blocks.

    A slice is always 64 deep: the swizzle is made for rows of 128 bytes.
    """
    cfg.define_knob("warps_m", [1, 2, 4])
    cfg.define_knob("warps_n", [1, 2, 4])
    cfg.define_knob("fragments_m", [1, 2, 4, 8])
    cfg.define_knob("fragments_n", [1, 2, 4, 8])
    cfg.define_knob("stages", [3, 4, 5])
    cfg.define_knob("panel", [1, 2, 4, 8, 16])

    def warps_a_block(warps_m, warps_n) -> bool:
        """at least two warps, to share what they fetch"""
        return warps_m * warps_n >= 2

    def sums_a_lane(fragments_m, fragments_n) -> bool:
        """32 to 128 sums a lane: 255 registers hold two sets of fragments beside 128"""
        return 4 <= fragments_m * fragments_n <= 16

    def registers_a_block(warps_m, warps_n, fragments_m, fragments_n) -> bool:
        """sums and two sets of fragments of all lanes fit the register file"""
        each = 8 * fragments_m * fragments_n + 8 * (fragments_m + fragments_n) + 32
        return warps_m * warps_n * LANES * each <= REGISTERS

    def shared_memory(warps_m, warps_n, fragments_m, fragments_n, stages) -> bool:
        """the stages' slices fit a block's shared memory"""
        m, n, k = StagedFragmentTile(warps_m, warps_n, fragments_m, fragments_n).block()
        return stages * (m + n) * k * HALF <= cfg.limits.dynamic_shared

    cfg.restrict(warps_a_block, sums_a_lane, registers_a_block, shared_memory)
    return StagedFragmentTile
