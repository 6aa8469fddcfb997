"""SGEMM by simple code: the depth of a slice, and build options."""

from __future__ import annotations

from dataclasses import replace

from schedules.gemm.warp_tiles import SpareTile
from schedules.workloads import Gemm

from ..space import Config, template

FLOAT = 4
STATIC_SHARED = 48 * 1024


@template("gemm/sgemm_geforce:no_i3_split")
def sgemm_build_options(cfg: Config, workload: Gemm):
    """The document's three knobs: K of a slice, unused shared memory, a limit of registers."""
    own = cfg.rung.tile_for(workload)
    cfg.define_knob("block_k", [8, 16, 32])
    cfg.define_knob("extra_shared", [1024 * kib for kib in (0, 4, 8, 12, 16, 20, 28)])
    # 0 sets no limit; 255 is the largest that instructions can name.
    cfg.define_knob("max_registers", [0, 128, 168, 200, 255])

    def tile(**knobs) -> SpareTile:
        return replace(own, **knobs)

    def shared_memory(block_k, extra_shared) -> bool:
        """the slices and the extra shared memory fit a block's static shared memory"""
        rows, columns, _ = own.block()
        return (rows + columns) * block_k * FLOAT + extra_shared <= STATIC_SHARED

    cfg.restrict(shared_memory)
    return tile
