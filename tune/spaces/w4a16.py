"""4-bit weights by lane: warps along N and along K, fragments per warp, stages, and parts of K."""

from __future__ import annotations

from gpusim.chips import WARP
from schedules.gemm.weight_tiles import PAD, WeightTile
from schedules.workloads.quantized import GROUP, WeightOnlyGemm

from ..space import Config, template

HALF = 2
# Bytes of a column's group: codes, and a scale with its zero point.
GROUP_BYTES = GROUP // 2 + 4
# The rungs are compiled with 255 registers per thread; a block gets at most 65536.
MOST_THREADS = 256
MOST_SUMS = 128


@template("gemm/w4a16:cp_async", "gemm/w4a16:sliced_k", "gemm/w4a16:split_k", "gemm/w4a16:wgmma")
def w4a16(cfg: Config, workload: WeightOnlyGemm):
    """The rung decides who shares K: no threads, warps of a block, or blocks."""
    wgmma = cfg.rung.name == "wgmma"
    eights = min(8, max(2 if wgmma else 1, -(-workload.m // 8)))
    cfg.define_knob("warps_n", [4, 8] if wgmma else [1, 2, 4, 8])
    cfg.define_knob("warps_k", [2, 4, 8] if cfg.rung.name == "sliced_k" else [1])
    cfg.define_knob("fragments", [1, 2, 4])
    cfg.define_knob("eights", [eights])
    cfg.define_knob("stages", [2, 3, 4, 5, 6, 8])
    cfg.define_knob("parts", [1, 2, 4, 8, 16] if wgmma or cfg.rung.name == "split_k" else [1])
    if wgmma:
        cfg.define_knob("wgmma", [True])

    def threads_a_block(warps_n, warps_k) -> bool:
        """255 registers a thread leave room for eight warps a block"""
        return warps_n * warps_k * WARP <= MOST_THREADS

    def sums_a_lane(fragments) -> bool:
        """128 sums a lane at most, those of a group included where they are made apart"""
        return 4 * fragments * eights * (2 if eights <= 2 and not wgmma else 1) <= MOST_SUMS

    def shared_memory(warps_n, warps_k, fragments, stages) -> bool:
        """the stages' slices fit a block's shared memory"""
        columns = WeightTile(warps_n=warps_n, fragments=fragments).block()[1]
        rows = 8 * eights * (GROUP * warps_k + (0 if wgmma else PAD)) * HALF
        stage = rows + columns * warps_k * GROUP_BYTES
        return stages * stage <= cfg.limits.dynamic_shared

    def whole_tiles(warps_n, warps_k, fragments, stages, parts) -> bool:
        """tiles divide N, and a part of K has as many slices as there are stages, or more"""
        tile = WeightTile(warps_n, warps_k, fragments, eights, stages, parts)
        (_, columns, depth), (_, _, least) = tile.block(), tile.least()
        return not workload.n % columns and not workload.k % depth and workload.k >= least

    cfg.restrict(threads_a_block, sums_a_lane, shared_memory, whole_tiles)
    return WeightTile
