"""SGEMM on CUDA cores: warps, lanes and virtual threads under a cp.async pipeline."""

from __future__ import annotations

from collections.abc import Callable

from schedules.gemm.warp_tiles import StagedWarpTile
from schedules.workloads import Gemm

from ..space import Config, template

LANES = 32
FLOAT = 4
REGISTERS = 65536
# Floats of a float4, by which an operand is fetched unless its layout changes on the way.
VECTOR = 4


@template("gemm/sgemm_tvm:cp_async", "gemm/sgemm_tvm:ordered_products")
def sgemm_cuda_cores(cfg: Config, workload: Gemm):
    """Distribution of a block's tile over warps, lanes and thread tiles; depth of slices."""
    return staged_tiles(cfg, StagedWarpTile)


def staged_tiles(
    cfg: Config, kind: type[StagedWarpTile], a_vector: int = VECTOR, a_padding: int = 0
) -> Callable[..., StagedWarpTile]:
    """Knobs and restrictions of a StagedWarpTile; returns the function that makes the tile.

    A thread fetches `a_vector` floats of A at a time; for each k, a slice of A has `a_padding`
    floats more in shared memory than the block has rows.
    """
    cfg.define_knob("warps_i", [1, 2, 4, 8])
    cfg.define_knob("warps_j", [1, 2, 4, 8])
    cfg.define_knob("lanes_i", [2, 4, 8, 16])
    cfg.define_knob("vthreads_i", [1, 2, 4])
    cfg.define_knob("vthreads_j", [1, 2, 4])
    cfg.define_knob("items_i", [2, 4])
    cfg.define_knob("items_j", [2, 4])
    cfg.define_knob("block_k", [8, 16, 32])

    def tile(lanes_i, **others) -> StagedWarpTile:
        return kind(lanes_i=lanes_i, lanes_j=LANES // lanes_i, **others)

    def warps_a_block(warps_i, warps_j) -> bool:
        """64 to 512 threads: fewer hide no latency, more leave a thread too few registers"""
        return 2 <= warps_i * warps_j <= 16

    def sums_a_thread(vthreads_i, vthreads_j, items_i, items_j) -> bool:
        """16 to 128 sums a thread: fewer starve the multipliers, more do not fit 255 registers"""
        return 16 <= vthreads_i * vthreads_j * items_i * items_j <= 128

    def registers_a_block(warps_i, warps_j, vthreads_i, vthreads_j, items_i, items_j) -> bool:
        """sums and two sets of operands of all threads fit the register file"""
        rows, columns = vthreads_i * items_i, vthreads_j * items_j
        each = rows * columns + 2 * (rows + columns) + 24
        return warps_i * warps_j * LANES * each <= REGISTERS

    def whole_fetches(**knobs) -> bool:
        """all threads fetch the same share of each slice, in whole loads"""
        shape = tile(**knobs)
        rows, columns, k = shape.block()
        return all(
            side * k % (vector * shape.threads) == 0
            for side, vector in ((rows, a_vector), (columns, VECTOR))
        )

    def shared_memory(**knobs) -> bool:
        """three slices of A and B fit a block's shared memory"""
        shape = tile(**knobs)
        rows, columns, k = shape.block()
        slices = (rows + a_padding + columns) * k * FLOAT
        return shape.stages * slices <= cfg.limits.dynamic_shared

    cfg.restrict(warps_a_block, sums_a_thread, registers_a_block, whole_fetches, shared_memory)
    return tile
