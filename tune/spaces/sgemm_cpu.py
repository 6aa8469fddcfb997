"""SGEMM on a CPU: packed panels, cut in blocks of register tiles."""

from __future__ import annotations

from schedules.core.target import vector_unit
from schedules.gemm.sgemm_cpu import PanelTile
from schedules.workloads import Gemm

from ..space import Config, template


@template(
    "gemm/sgemm_cpu:parallel",
    "gemm/sgemm_cpu:packed",
    "gemm/sgemm_cpu:register_tile",
    "gemm/sgemm_cpu:equal_parts",
)
def sgemm_cpu(cfg: Config, workload: Gemm):
    """i and j cut in blocks, register tiles, and rows or columns of one."""
    unit = vector_unit(cfg.arch)
    cfg.define_split("tile_i", axis="M", num_outputs=3, max_factor=16)
    cfg.define_split("tile_j", axis="N", num_outputs=3, max_factor=64)

    def vector_columns(tile_j) -> bool:
        """a row of the register tile is at least a vector of four"""
        return tile_j[-1] >= 4

    def sums_in_registers(tile_i, tile_j) -> bool:
        """the sums fit the vector registers: beyond, every one is stored for each k"""
        return tile_i[-1] * -(-tile_j[-1] // unit.lanes) <= unit.registers

    def block_in_cache(tile_i, tile_j) -> bool:
        """a block of C stays within 1 MB"""
        return tile_i[1] * tile_i[2] * tile_j[1] * tile_j[2] * 4 <= 2**20

    cfg.restrict(vector_columns, sums_in_registers, block_in_cache)

    def tile(tile_i, tile_j) -> PanelTile:
        return PanelTile(
            block_i=tile_i[1] * tile_i[2],
            block_j=tile_j[1] * tile_j[2],
            rows=tile_i[2],
            columns=tile_j[2],
        )

    return tile
