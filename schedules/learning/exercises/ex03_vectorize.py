"""Load 128 bits at a time

An array of float16 is scaled. Neighbouring lanes access neighbouring elements, so no sector is
wasted, but each thread moves two bytes with an instruction that could move sixteen. That takes
eight times as many instructions in the load/store units, and eight times the address arithmetic.

Let every thread move eight neighbouring elements at once, without moving any sector twice.
"""

from tvm import te

from ..exercise import Check

RUN = (16, 4096)
M, N = 8192, 4096


def workload(m=8192, n=4096):
    x = te.placeholder((m, n), "float16", name="X")
    return [x, te.compute((m, n), lambda i, j: x[i, j] * te.const(0.5, "float16"), name="Y")]


def start(sch):
    i, j = sch.get_loops("Y")
    column, thread = sch.split(j, [None, 256])
    sch.bind(i, "blockIdx.y")
    sch.bind(column, "blockIdx.x")
    sch.bind(thread, "threadIdx.x")
    yield "bind", "one float16 per thread"


def solution(sch):
    i, j = sch.get_loops("Y")
    column, thread, lane = sch.split(j, [None, 256, 8])
    sch.bind(i, "blockIdx.y")
    sch.bind(column, "blockIdx.x")
    sch.bind(thread, "threadIdx.x")
    sch.vectorize(lane)
    yield "vectorize", "eight elements of 16 bits are 128 bits: one load, one store"


checks = [
    Check(
        "requests",
        "a request of a warp moves 32 x 16 bytes at best: eight float16 per thread, vectorized",
        at_most=2 * M * N * 2 / (32 * 16),
    ),
    Check(
        "sectors",
        "sectors are moved more than once: the eight elements of a thread must be contiguous",
        at_most=2 * M * N * 2 / 32,
    ),
]
hints = [
    "`sch.split` takes more than one factor: `[None, 256, 8]` gives three loops.",
    "`sch.vectorize(loop)` combines the accesses of a loop's iterations into one, if they are "
    "contiguous. Only the innermost loop can be vectorized.",
]
see = "gemm/sgemm_tvm:vectorized_fetch:bind_fetch"
