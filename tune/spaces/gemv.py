"""GEMV with weights of float16, int8 and int4: distribution of rows over threads."""

from __future__ import annotations

from schedules.gemv.dot_products import RowTile
from schedules.workloads import Workload

from ..space import Config, template

WARP = 32


@template(
    "gemv/fast_gemv:row_tile",
    "gemv/fast_gemv:int8_row_tile",
    "gemv/fast_gemv:int4_row_tile",
    "gemv/fast_gemv:int8_mma",
    "gemv/fast_gemv:int4_mma",
)
def gemv(cfg: Config, workload: Workload):
    """Threads per row, rows per block and at once, elements per load, and loads in flight."""
    k = workload.shape[1]
    bits = getattr(workload, "bits", 16)
    cfg.define_knob("lanes", [8, 16, 32, 64, 128, 256, 512])
    cfg.define_knob("rows", [1, 2, 4, 8, 16, 32])
    cfg.define_knob("per_group", [1, 2, 4, 8])
    cfg.define_knob("vector", [4, 8, 16, 32])
    cfg.define_knob("unroll", [1, 2, 4, 8])

    def whole_warps(lanes, rows) -> bool:
        """a block has 32 to 1024 threads"""
        return WARP <= lanes * rows <= 1024

    def load_width(vector) -> bool:
        """a load takes 4 to 32 bytes of a row"""
        return 32 <= vector * bits <= 256

    def every_lane_works(lanes, vector) -> bool:
        """a row has a vector for every lane"""
        return lanes * vector <= k

    def loads_in_flight(per_group, vector, unroll) -> bool:
        """the weights in flight fit the registers: at most 64 registers of them a thread"""
        return per_group * vector * unroll * bits <= 64 * 32

    def tensor_rows(lanes, per_group) -> bool:
        """an instruction of the tensor cores takes all lanes of a warp and two rows"""
        return not cfg.rung.name.endswith("_mma") or (lanes % WARP == 0 and per_group % 2 == 0)

    def rows_of_matrix(rows, per_group) -> bool:
        """a block has no more rows than the matrix"""
        return rows * per_group <= workload.shape[0]

    cfg.restrict(whole_warps, load_width, every_lane_works, loads_in_flight)
    cfg.restrict(tensor_rows, rows_of_matrix)
    return RowTile
