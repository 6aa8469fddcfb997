"""SGEMM with a row-major A that is transposed on its way into shared memory, with padded rows."""

from __future__ import annotations

from schedules.workloads import Gemm

from ..space import Config, template
from .sgemm_thread_tiles import VECTOR, thread_tiles


@template("gemm/sgemm_cuda:conflict_free", "gemm/sgemm_cuda:double_buffer")
def sgemm_padded_tiles(cfg: Config, workload: Gemm):
    """As `sgemm_thread_tiles`, with the padding of A's rows in shared memory, in words."""
    reads_wide = cfg.rung.name == "double_buffer"
    tile = thread_tiles(cfg, workload, fetch=VECTOR, reads_wide=reads_wide)
    cfg.define_knob("pad", [0, 4])
    return tile
