"""GEMV as launched in the source documents: threads per row, rows per block, elements per load."""

from __future__ import annotations

from dataclasses import replace

from schedules.gemv.dot_products import RowTile
from schedules.workloads import Workload

from ..space import Config, template

WARP = 32
REGISTER = 32


@template(
    "gemv/fast_gemv:block_reduce",
    "gemv/fast_gemv:int8",
    "gemv/fast_gemv:int4",
    "gemv/hgemv:warp1",
    "gemv/hgemv:warp2",
    "gemv/hgemv:warp4",
    "gemv/hgemv:warp8",
    "gemv/hgemv:warp16",
)
def gemv_launches(cfg: Config, workload: Workload):
    """Each group of lanes has one row at a time, as in the documents."""
    k = workload.shape[1]
    bits = getattr(workload, "bits", 16)
    own = cfg.rung.tile_for(workload)
    short = cfg.rung.ladder == "gemv/hgemv"
    cfg.define_knob("lanes", [2, 4, 8, 16, 32] if short else [8, 16, 32, 64, 128, 256, 512])
    cfg.define_knob("rows", [2, 4, 8, 16, 32, 64, 128] if short else [1, 2, 4, 8, 16, 32])
    cfg.define_knob("vector", [1, 2, 4, 8] if short else [4, 8, 16, 32])
    cfg.define_knob("unroll", [own.unroll] if short else [1, 2, 4, 8])

    def tile(**knobs) -> RowTile:
        return replace(own, **knobs)

    def whole_warps(lanes, rows) -> bool:
        """a block has 32 to 1024 threads, 512 for the short rows of hgemv"""
        return WARP <= lanes * rows <= (512 if short else 1024)

    def load_width(vector) -> bool:
        """a load takes 4 to 32 bytes of a row; of short rows as little as an element"""
        return (bits if short else 32) <= vector * bits <= 256

    def every_lane_works(lanes, vector) -> bool:
        """a row has a vector for every lane"""
        return lanes * vector <= k

    def loads_in_flight(vector, unroll) -> bool:
        """the weights in flight fit the registers: at most 64 registers of them a thread"""
        return vector * unroll * bits <= 64 * REGISTER

    cfg.restrict(whole_warps, load_width, every_lane_works, loads_in_flight)
    return tile
