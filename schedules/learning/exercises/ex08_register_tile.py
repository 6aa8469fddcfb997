"""Reuse operands in registers

A thread computes one element of C from tiles of A and B in shared memory. Every multiply-add reads
two floats from shared memory; in the time of one such read, an SM can do the multiply-adds of four
warps. Three quarters of the FMA throughput are therefore lost.

Give each thread a tile of elements. An operand in a register then serves a whole row or column of
the tile: with 4 x 4, eight reads feed sixteen FMAs. Reduce the reads of shared memory to a quarter.
Keep the block at 64 x 64 elements or more, and read operands into registers.
"""

from ..exercise import Check
from ..shared import bind, fetch, matmul

RUN = (64, 64, 64)
M = N = K = 1024


def workload(m=1024, n=1024, k=1024):
    return matmul(m, n, k)


def start(sch):
    i, j, k = sch.get_loops("C")
    by, ty = sch.split(i, [None, 32])
    bx, tx = sch.split(j, [None, 32])
    ko, ki = sch.split(k, [None, 16])
    sch.reorder(by, bx, ty, tx, ko, ki)
    bind(sch, by, bx, ty, tx)
    sch.reverse_compute_at(sch.cache_write("C", 0, "local"), tx)
    yield "bind", "an element per thread"
    for operand in (0, 1):
        copy = sch.cache_read("C", operand, "shared")
        sch.compute_at(copy, ko)
        fetch(sch, copy, 32, 32)
    yield "cache_read", "slices in shared memory"
    sch.decompose_reduction("C", ko)
    yield "init", "zero the accumulators before the loop over k"


def solution(sch):
    i, j, k = sch.get_loops("C")
    by, ty, yi = sch.split(i, [None, 16, 4])
    bx, tx, xi = sch.split(j, [None, 16, 4])
    ko, ki = sch.split(k, [None, 16])
    sch.reorder(by, bx, ty, tx, ko, ki, yi, xi)
    bind(sch, by, bx, ty, tx)
    sch.reverse_compute_at(sch.cache_write("C", 0, "local"), tx)
    yield "bind", "4 x 4 elements per thread"
    for operand in (0, 1):
        copy = sch.cache_read("C", operand, "shared")
        sch.compute_at(copy, ko)
        fetch(sch, copy, 16, 16)
        sch.compute_at(sch.cache_read("C", operand, "local"), ki)
    yield "cache_read", "slices in shared memory, a row of each in registers"
    sch.decompose_reduction("C", ko)
    yield "init", "zero the accumulators before the loop over k"


checks = [
    Check(
        "wavefronts",
        "too many shared-memory wavefronts: a larger thread tile, with its reads in registers "
        "(`cache_read` to 'local' at ki)",
        # A warp's 32 FMAs need two reads; with 4 x 4 a thread a half. Stores come on top.
        at_most=M * N * K / 32 * 0.5 * 1.25,
    ),
    Check(
        "sectors",
        "tiles of 64 x 64 or more: each float is fetched by fewer blocks",
        at_most=((M // 64) * (N // 64) * 2 * 64 * K + 8 * M * N) * 4 / 32,
    ),
    Check("spill_bytes", "registers are spilled: a thread tile this large does not fit", at_most=0),
]
hints = [
    "Split both axes in three: `[None, 16, 4]` is blocks, 16 threads, four elements.",
    "The best loop order is `by, bx, ty, tx, ko, ki, yi, xi`: with ki outside the tile, what is "
    "read for one k serves all 16 FMAs.",
    "After the fetch of a slice: `sch.compute_at(sch.cache_read('C', operand, 'local'), ki)`. "
    "Pass the block's 16 x 16 threads to `fetch`.",
]
see = "gemm/sgemm_tvm:cooperative_fetch:cache_registers"
