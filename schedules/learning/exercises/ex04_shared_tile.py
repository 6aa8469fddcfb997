"""Keep a tile in shared memory

C = A · B at 1024³ with a thread per element and 32 x 32 threads per block. Every FMA reads two
floats from global memory. The 32 threads in a row of the block all read the same row of A, and
those in a column the same column of B: a block reads every float 32 times.

Read both operands through shared memory, 32 deep in k, so that a block fetches each float once.
`fetch` distributes a copy over the threads of the block; you decide what is copied, and where.
"""

from tvm import te

from ..exercise import Check
from ..shared import bind, fetch

RUN = (64, 64, 64)
M = N = K = 1024


def workload(m=1024, n=1024, k=1024):
    a = te.placeholder((m, k), name="A")
    b = te.placeholder((k, n), name="B")
    r = te.reduce_axis((0, k), name="r")
    return [a, b, te.compute((m, n), lambda i, j: te.sum(a[i, r] * b[r, j], axis=r), name="C")]


def element_per_thread(sch):
    """32 x 32 threads per block; returns the loop over k."""
    i, j, k = sch.get_loops("C")
    by, ty = sch.split(i, [None, 32])
    bx, tx = sch.split(j, [None, 32])
    sch.reorder(by, bx, ty, tx, k)
    bind(sch, by, bx, ty, tx)
    sch.reverse_compute_at(sch.cache_write("C", 0, "local"), tx)
    return k


def start(sch):
    k = element_per_thread(sch)
    yield "bind", "32 x 32 threads per block, one element each, its accumulator in a register"
    ko, ki = sch.split(k, [None, 32])
    # Here.
    sch.decompose_reduction("C", ko)
    yield "init", "zero the accumulator before the loop over k"


def solution(sch):
    k = element_per_thread(sch)
    yield "bind", "32 x 32 threads per block, one element each, its accumulator in a register"
    ko, ki = sch.split(k, [None, 32])
    for operand in (0, 1):
        copy = sch.cache_read("C", operand, "shared")
        sch.compute_at(copy, ko)
        fetch(sch, copy, 32, 32)
    yield "cache_read", "a slice of A and one of B, fetched once per block for every ko"
    sch.decompose_reduction("C", ko)
    yield "init", "zero the accumulator before the loop over k"


checks = [
    Check(
        "sectors",
        "each block must read its 32 rows of A and its 32 columns of B once",
        # M N / 32² blocks fetch 2 * 32 * K floats each; C is written once.
        at_most=((M // 32) * (N // 32) * 2 * 32 * K + M * N) * 4 / 32,
    ),
    Check("conflicts", "lanes conflict in a bank; `schedules analyze` shows where", at_most=0),
    Check(
        "shared_bytes", "two tiles that are 32 deep in k take 8 KiB: compute the copies at `ko`",
        at_least=8192, at_most=2 * 32 * 32 * 4,
    ),
]  # fmt: skip
hints = [
    "`copy = sch.cache_read('C', 0, 'shared')` makes C read its operand 0, A, from a copy "
    "in shared memory. At first this is a copy of all of A, before the loops of C.",
    "`sch.compute_at(copy, ko)` moves the copy into the loop `ko`. It then copies only what "
    "the block needs for that ko: 32 x 32 floats.",
    "After that, `fetch(sch, copy, 32, 32)` for both operands.",
]
see = "gemm/sgemm_cuda:shared_tile"
