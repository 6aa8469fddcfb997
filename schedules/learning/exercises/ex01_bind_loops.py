"""Bind a loop nest

Two matrices of 4096 x 4096 are added. None of the loops is bound yet, so there is no kernel: a
GPU runs blocks of threads, and binding a loop turns its iterations into blocks or threads.

Assign rows to blocks and the elements of a row to threads. A block has at most 1024 threads and a
row 4096 elements, so split the row. Use whole warps (32 threads), at least 128 threads per block,
so that an SM has work while some of them wait for memory.
"""

from tvm import te

from ..exercise import Check

RUN = (16, 2048)


def workload(m=4096, n=4096):
    a, b = (te.placeholder((m, n), name=name) for name in "AB")
    return [a, b, te.compute((m, n), lambda i, j: a[i, j] + b[i, j], name="C")]


def start(sch):
    i, j = sch.get_loops("C")
    # Here.
    yield "bind", "blocks and threads"


def solution(sch):
    i, j = sch.get_loops("C")
    sch.bind(i, "blockIdx.x")
    _, thread = sch.split(j, [None, 256])
    sch.bind(thread, "threadIdx.x")
    yield "bind", "a block per row and 256 threads, each with every 256th element"


checks = [
    Check("threads", "threads are bound by `sch.bind(loop, 'threadIdx.x')`", at_least=128),
    Check("idle_lanes", "make the number of threads a multiple of 32: a warp is 32", at_most=0),
    # Twice the 132 SMs of an H200.
    Check("blocks", "a GPU has over a hundred SMs: bind rows to blocks", at_least=264),
]
hints = [
    "`sch.bind(i, 'blockIdx.x')` makes a block of every row.",
    """`sch.split(j, [None, 256])` gives two loops instead of `j`: one of 16, and inside it one of
    256. None stands for the remaining factor.""",
    "Bind the inner loop to `threadIdx.x`; the outer one remains a loop in each thread.",
]
see = "gemm/sgemm_tvm:naive:bind_thread"
