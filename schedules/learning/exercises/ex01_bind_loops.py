"""Bind a loop nest

Two matrices of 4096 x 4096 are added. The loops belong to nobody yet, so there is no kernel: a
GPU runs blocks of threads, and a loop becomes one of them when it is bound.

Give rows to blocks and elements of a row to threads. A block has 1024 threads at most, and a row
4096 elements: split it. Whole warps (32 threads) only, and at least 128 threads a block, so that
a SM has something to do while some of them wait for memory.
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
    yield "bind", "a block per row, 256 threads, each with every 256th element"


checks = [
    Check("threads", "threads are bound by `sch.bind(loop, 'threadIdx.x')`", at_least=128),
    Check("idle_lanes", "make the number of threads a multiple of 32: a warp is 32", at_most=0),
    # Twice the 132 SMs of an H200.
    Check("blocks", "a GPU has over a hundred SMs: bind rows to blocks", at_least=264),
]
hints = [
    "`sch.bind(i, 'blockIdx.x')` makes a block of every row.",
    """`sch.split(j, [None, 256])` gives two loops in place of `j`: one of 16, and inside it one of
    256. None stands for whatever is left.""",
    "Bind the inner one of the two to `threadIdx.x`; the outer one stays a loop in each thread.",
]
see = "gemm/sgemm_tvm:naive:bind_thread"
