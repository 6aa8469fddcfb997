"""Let neighbours read neighbours

The same sum of matrices, bound the other way: neighbouring threads are in neighbouring *rows*. It
is right, and slow. A warp asks for 32 floats that lie 16 KiB apart; memory answers in sectors of
32 bytes, so 28 of every 32 bytes that come are thrown away.

Have each sector of A, B and C moved once. `schedules analyze` tells how many are moved and how
many would do.
"""

from tvm import te

from ..exercise import Check

RUN = (256, 256)
M = N = 4096


def workload(m=4096, n=4096):
    a, b = (te.placeholder((m, n), name=name) for name in "AB")
    return [a, b, te.compute((m, n), lambda i, j: a[i, j] + b[i, j], name="C")]


def start(sch):
    i, j = sch.get_loops("C")
    row, thread = sch.split(i, [None, 256])
    sch.reorder(row, j, thread)
    sch.bind(row, "blockIdx.y")
    sch.bind(j, "blockIdx.x")
    sch.bind(thread, "threadIdx.x")
    yield "bind", "a column to a block, neighbours in neighbouring rows"


def solution(sch):
    i, j = sch.get_loops("C")
    column, thread = sch.split(j, [None, 256])
    sch.bind(i, "blockIdx.y")
    sch.bind(column, "blockIdx.x")
    sch.bind(thread, "threadIdx.x")
    yield "bind", "neighbours in neighbouring columns, which lie beside each other in memory"


checks = [
    Check(
        "sectors",
        "threadIdx.x has to walk along the last index by ones: lanes of a warp differ in it first",
        at_most=3 * M * N * 4 / 32,
    ),
    Check("threads", "take at least 128 threads a block", at_least=128),
    Check("blocks", "take at least 264 blocks, two for each SM", at_least=264),
]
hints = [
    "C[i, j] lies beside C[i, j + 1]: in which of the loops should neighbours differ?",
    "Split `j` in place of `i`, and bind the inner part to `threadIdx.x`.",
    "Stepping through j by threads (`[None, 256]`, inner bound) keeps lanes side by side; "
    "`[256, None]` with the outer one bound puts them apart again.",
]
see = "gemm/sgemm_tvm:conflict_free_store:bind_fetch"
