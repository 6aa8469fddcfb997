"""SGEMM on CUDA cores with a row-major A; FMAs are in a rolled loop over a few rows of K."""

from __future__ import annotations

from schedules.gemm.warp_tiles import RolledTile
from schedules.workloads import Gemm

from ..space import Config, template
from .sgemm_cuda_cores import LANES, staged_tiles

# Words between rows of A in shared memory, where a block has 32 rows of C or a multiple.
PADDING = 4


@template("gemm/sgemm_geforce:rolled_rows")
def sgemm_row_major(cfg: Config, workload: Gemm):
    """The knobs of `sgemm_cuda_cores`, and the number of rows of K that the text unrolls.

    A is transposed to k-major on its way into shared memory, a word at a time.
    """
    tile = staged_tiles(cfg, RolledTile, a_vector=1, a_padding=PADDING)
    # Sixteen rows of 128 FMAs are 32 KB of instructions; a loop of 70 KB stalls on instruction
    # fetches (docs/ladders/sgemm_tvm.md).
    cfg.define_knob("rows", [4, 8, 16])

    def products_for_reads(vthreads_i, vthreads_j, items_i, items_j) -> bool:
        """64 sums a thread: with fewer, reads of shared memory take longer than the products"""
        return vthreads_i * vthreads_j * items_i * items_j >= 64

    def near_square(warps_i, warps_j, lanes_i, vthreads_i, vthreads_j, items_i, items_j) -> bool:
        """no side of a block is over 4 times the other: long ones read more of A and B from L2"""
        rows = warps_i * lanes_i * vthreads_i * items_i
        columns = warps_j * (LANES // lanes_i) * vthreads_j * items_j
        return max(rows, columns) <= 4 * min(rows, columns)

    def whole_groups(block_k, rows) -> bool:
        """a slice is a whole number of groups of rows"""
        return block_k % rows == 0

    cfg.restrict(products_for_reads, near_square, whole_groups)
    return tile
