"""Choose a thread tile that fits

A GEMM of thin matrices, 64 deep, as attention has them. Larger thread tiles need fewer reads, so
each of 256 threads computes 16 x 16 elements here. That takes 256 accumulators, but a thread has
only 255 registers. The rest is kept in local memory, which is in global memory: the kernel
*spills*.

Choose a smaller thread tile, so that nothing is spilled and two blocks fit an SM: one computes
while the other waits for its slices. Do not make it too small, or shared memory becomes the
bottleneck. Change two numbers.
"""

from ..exercise import Check
from ..shared import bind, fetch, matmul

RUN = (256, 256, 16)
M = N = 1024
K = 64


def workload(m=1024, n=1024, k=64):
    return matmul(m, n, k)


def tile(sch, rows, columns):
    """16 x 16 threads with rows x columns of C each, virtual threads along both axes."""
    i, j, k = sch.get_loops("C")
    by, vy, ty, yi = sch.split(i, [None, rows // 4, 16, 4])
    bx, vx, tx, xi = sch.split(j, [None, columns // 4, 16, 4])
    ko, ki = sch.split(k, [None, 8])
    sch.reorder(by, bx, vy, vx, ty, tx, ko, ki, yi, xi)
    bind(sch, by, bx, ty, tx)
    sch.bind(vy, "vthread.y")
    sch.bind(vx, "vthread.x")
    sch.reverse_compute_at(sch.cache_write("C", 0, "local"), tx)
    for operand in (0, 1):
        copy = sch.cache_read("C", operand, "shared")
        sch.compute_at(copy, ko)
        fetch(sch, copy, 16, 16)
        row = sch.cache_read("C", operand, "local")
        sch.compute_at(row, ki)
        sch.vectorize(sch.get_loops(row)[-1])
    sch.decompose_reduction("C", ko)


def start(sch):
    tile(sch, rows=16, columns=16)
    yield "tile", "16 x 16 elements per thread"


def solution(sch):
    tile(sch, rows=8, columns=8)
    yield "tile", "8 x 8 elements per thread: 64 accumulators, and 16 registers for operands"


checks = [
    Check("spill_bytes", "accumulators are in local memory: use a smaller tile", at_most=0),
    Check(
        "registers",
        "65,536 registers are shared by all threads of an SM: with two blocks of 256, each has 128",
        at_most=128,
    ),
    Check(
        "wavefronts",
        "too small: a warp's reads of shared memory per FMA grow as the thread tile shrinks",
        # With 8 x 8 a thread reads 16 floats for 64 FMAs, each of A and B a wavefront for
        # eight lanes' 128 bits at the least; stores come on top.
        at_most=M * N * K / 32 * (1 / 8 + 1 / 8) * 1.3,
    ),
]
hints = [
    "Count: a tile of r x c takes r · c registers for accumulators, r + c for operands, and some "
    "thirty for addresses.",
    "8 x 8 are 64 + 16. 4 x 4 fits as well, but reads twice as much per FMA.",
]
see = "gemm/sgemm_geforce:max_registers"
