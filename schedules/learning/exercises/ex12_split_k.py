"""Split a long reduction

Sixteen rows of half a million floats are summed, one block of 256 threads per row: 16 of an
H200's 132 SMs work, and the others idle. More threads per block would not help, since one SM
reads no faster.

Split each reduction into parts for separate blocks, and add the partial sums afterwards. `rfactor`
creates a stage for the partial sums, one for each iteration of a loop.
"""

from tvm import te

from ..exercise import Check

RUN = (4, 32768)
M, K = 16, 1 << 19


def workload(m=16, k=1 << 19):
    x = te.placeholder((m, k), name="X")
    r = te.reduce_axis((0, k), name="r")
    return [x, te.compute((m,), lambda i: te.sum(x[i, r], axis=r), name="total")]


def start(sch):
    i, k = sch.get_loops("total")
    _, lane = sch.split(k, [None, 256])
    sch.bind(i, "blockIdx.x")
    sch.bind(lane, "threadIdx.x")
    yield "bind", "a block per row"


def solution(sch):
    i, k = sch.get_loops("total")
    piece, _ = sch.split(k, [32, None])
    pieces = sch.rfactor(piece, 1)
    yield "rfactor", "32 partial sums per row, and a stage that adds them"
    i, piece, k = sch.get_loops(pieces)
    _, lane = sch.split(k, [None, 256])
    sch.bind(i, "blockIdx.y")
    sch.bind(piece, "blockIdx.x")
    sch.bind(lane, "threadIdx.x")
    yield "bind_pieces", "a block per piece"
    i, lane = sch.get_loops("total")
    sch.bind(i, "blockIdx.x")
    sch.bind(lane, "threadIdx.x")
    yield "bind_total", "a warp adds the partial sums of a row"


checks = [
    Check("blocks", "too few blocks for 132 SMs: more, smaller pieces", at_least=264),
    Check(
        "sectors",
        "read X once, coalesced; use few pieces",
        at_most=1.01 * M * K * 4 / 32,
    ),
    Check(
        "predicted_us",
        "still far below the bandwidth of memory: more bytes must be in flight",
        # 32 MiB at 4.2 TB/s are 8 us; as much again is for the second launch and the ends of both.
        at_most=2 * M * K * 4 / 4.2e6,
    ),
]
hints = [
    "`sch.split(k, [32, None])` cuts a row in 32 pieces; the *outer* loop runs over the pieces.",
    "`sch.rfactor(piece, 1)` creates and returns a stage with a partial sum for each row and "
    "piece, which `total` adds. The new axis is number 1 of the stage's buffer.",
    "Bind both stages: the pieces to blocks of 256 threads, each row of `total` to a warp.",
]
see = "gemv/fast_gemv:two_kernel"
