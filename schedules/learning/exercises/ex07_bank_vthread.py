"""Remove the bank conflicts of a GEMM with two primitives

256 threads compute 128 x 128 of C, a thread tile of 8 x 8 each. For every k a thread reads eight
neighbouring floats of A from shared memory. Lane l starts at word 8 · l, so 16 lanes share four of
the 32 banks, and each read takes four wavefronts.

Padding does not help: the conflict is between lanes of *one* row. Give a thread eight floats that
are 16 apart instead of eight neighbours, so that lane l reads words l, l + 16, ... A *virtual
thread* does this: binding a loop to `vthread.x` replicates the thread's code, interleaved inside
the loop over k. Change the split of A's rows, and bind one loop. The stores to C improve as well.
"""

from ..exercise import Check
from ..shared import bind, fetch, matmul

RUN = (128, 128, 32)
M = N = K = 1024


def workload(m=1024, n=1024, k=1024):
    return matmul(m, n, k)


def tiles(sch, threads_x, ko, ki):
    """Accumulators in registers; slices of A and B in shared memory, then in registers."""
    sch.reverse_compute_at(sch.cache_write("C", 0, "local"), threads_x)
    for operand in (0, 1):
        copy = sch.cache_read("C", operand, "shared")
        sch.compute_at(copy, ko)
        fetch(sch, copy, 16, 16)
        sch.compute_at(sch.cache_read("C", operand, "local"), ki)
    sch.decompose_reduction("C", ko)


def start(sch):
    i, j, k = sch.get_loops("C")
    bx, tx, xi = sch.split(i, [None, 16, 8])  # a thread tile of eight neighbours
    by, ty, yi = sch.split(j, [None, 16, 8])
    ko, ki = sch.split(k, [None, 8])
    sch.reorder(by, bx, ty, tx, ko, ki, xi, yi)
    bind(sch, by, bx, ty, tx)
    yield "bind", "256 threads, 8 x 8 elements each"
    tiles(sch, tx, ko, ki)
    yield "tiles", "shared memory, then registers"


def solution(sch):
    i, j, k = sch.get_loops("C")
    bx, vx, tx, xi = sch.split(i, [None, 8, 16, 1])  # eight elements, 16 apart
    by, ty, yi = sch.split(j, [None, 16, 8])
    ko, ki = sch.split(k, [None, 8])
    sch.reorder(by, bx, vx, ty, tx, ko, ki, xi, yi)
    sch.bind(vx, "vthread.x")
    bind(sch, by, bx, ty, tx)
    yield "bind", "256 threads, 8 x 8 elements each"
    tiles(sch, tx, ko, ki)
    yield "tiles", "shared memory, then registers"


checks = [
    Check(
        "conflicts",
        "bank conflicts remain: neighbours along threadIdx.x must read neighbouring words",
        at_most=0,
    ),
    Check("threads", "keep the 16 x 16 threads", at_least=256, at_most=256),
    Check(
        "sectors",
        "slices are fetched once per part: bind the loop over the parts to vthread.x, a serial "
        "loop outside the threads fetches them again",
        # A thread's eight stores to a row of C are not side by side: eight times C.
        at_most=((M // 128) * (N // 128) * 2 * 128 * K + 8 * M * N) * 4 / 32,
    ),
]
hints = [
    "`sch.split(i, [None, 8, 16, 1])` gives the block, eight parts, 16 threads, one element: "
    "elements of a thread now lie 16 apart.",
    "The loop over the eight parts must be outside the threads: put it after `bx` in `reorder`.",
    "`sch.bind(vx, 'vthread.x')`. Without it the loop runs everything inside it eight times.",
]
see = "gemm/sgemm_tvm:vthread:vthread"
