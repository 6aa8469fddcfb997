"""A warp for each row

y = A · x with a row of A per thread. Neighbouring threads read 16 KiB apart, and 4096 threads are
too few for a GPU that can run a quarter of a million. The amount of *work* is right: each float of
A is used once. Only its distribution over threads is wrong.

Give a row to the 32 lanes of a warp. They read neighbouring floats, each accumulates a part, and
shuffles add the partial sums. TVM generates the shuffles if a loop of the reduction is bound to
`threadIdx.x`.
"""

from tvm import te

from ..exercise import Check

RUN = (64, 1024)
M = K = 4096


def workload(m=4096, k=4096):
    a = te.placeholder((m, k), name="A")
    x = te.placeholder((k,), name="x")
    r = te.reduce_axis((0, k), name="r")
    return [a, x, te.compute((m,), lambda i: te.sum(a[i, r] * x[r], axis=r), name="y")]


def start(sch):
    i, k = sch.get_loops("y")
    row, thread = sch.split(i, [None, 32])
    sch.bind(row, "blockIdx.x")
    sch.bind(thread, "threadIdx.x")
    sch.decompose_reduction("y", k)
    yield "bind", "a row per thread"


def solution(sch):
    i, k = sch.get_loops("y")
    row, ty = sch.split(i, [None, 4])
    _, lane = sch.split(k, [None, 32])
    sch.bind(row, "blockIdx.x")
    sch.bind(ty, "threadIdx.y")
    sch.bind(lane, "threadIdx.x")
    yield "bind", "a row per warp: contiguous lanes, partial sums added by shuffles"


checks = [
    Check(
        "sectors",
        "lanes read far apart: bind the inner part of k",
        # A once; x once for each row, from the cache; y, a sector of its own for each row at most.
        at_most=(2 * M * K * 4) / 32 + 2 * M,
    ),
    Check("shuffles", "no reduction across lanes: bind a part of k", at_least=1),
    Check("blocks", "use at least 264 blocks, two per SM", at_least=264),
]
hints = [
    "A loop of a reduction can be bound too: `threadIdx.x` over a part of k.",
    "`sch.split(k, [None, 32])`, and bind the inner loop: neighbouring lanes then have "
    "neighbouring k.",
    "A block of one warp is small; four rows a block, on `threadIdx.y`, are better.",
]
see = "gemv/hgemv:warp1"
