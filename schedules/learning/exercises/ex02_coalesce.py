"""Coalesce accesses to global memory

The same addition of matrices, bound differently: neighbouring threads compute neighbouring *rows*.
The result is correct, but the kernel is slow. A warp reads 32 floats that are 16 KiB apart. Memory
is read in sectors of 32 bytes, so 28 of every 32 bytes are wasted.

Move each sector of A, B and C only once. `schedules analyze` shows how many sectors are moved and
how many are needed.
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
    yield "bind", "a column per block, neighbouring threads in neighbouring rows"


def solution(sch):
    i, j = sch.get_loops("C")
    column, thread = sch.split(j, [None, 256])
    sch.bind(i, "blockIdx.y")
    sch.bind(column, "blockIdx.x")
    sch.bind(thread, "threadIdx.x")
    yield "bind", "neighbouring threads in neighbouring columns, which are contiguous in memory"


checks = [
    Check(
        "sectors",
        "threadIdx.x must step through the last index by ones: it varies fastest among the lanes "
        "of a warp",
        at_most=3 * M * N * 4 / 32,
    ),
    Check("threads", "use at least 128 threads per block", at_least=128),
    Check("blocks", "use at least 264 blocks, two per SM", at_least=264),
]
hints = [
    "C[i, j] is next to C[i, j + 1] in memory: in which loop should neighbouring threads differ?",
    "Split `j` instead of `i`, and bind the inner part to `threadIdx.x`.",
    "Stepping through j by threads (`[None, 256]`, inner bound) keeps lanes side by side; "
    "`[256, None]` with the outer one bound separates them again.",
]
see = "gemm/sgemm_tvm:conflict_free_store:bind_fetch"
