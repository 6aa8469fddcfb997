"""SGEMV on a CPU: rows and partial sums at once, unrolled iterations, and threads."""

from __future__ import annotations

from schedules.core.target import vector_unit
from schedules.gemv.sgemv_cpu import DotTile
from schedules.workloads import Gemv

from ..space import Config, template


@template("gemv/sgemv_cpu:parallel")
def gemv_cpu(cfg: Config, workload: Gemv):
    """Dot products at once, partial sums of each, unrolled iterations, parts for threads."""
    unit = vector_unit(cfg.arch)
    cfg.define_knob("rows", [1, 2, 3, 4, 6, 8, 12, 16])
    cfg.define_knob("lanes", [8, 16, 32, 64, 128, 256])
    cfg.define_knob("unroll", [1, 2, 4, 8])
    cfg.define_knob("tasks", [0, 1, 2, 4, 8, 16, 32])

    def sums_in_registers(rows, lanes) -> bool:
        """the partial sums fit the vector registers"""
        return rows * -(-lanes // unit.lanes) <= unit.registers

    def parts_of_matrix(rows, tasks) -> bool:
        """every thread has a block of rows"""
        return rows * tasks <= workload.shape[0]

    def iterations(lanes, unroll) -> bool:
        """a row is at least as long as the unrolled iterations"""
        return lanes * unroll <= workload.shape[1]

    cfg.restrict(sums_in_registers, parts_of_matrix, iterations)
    return DotTile
