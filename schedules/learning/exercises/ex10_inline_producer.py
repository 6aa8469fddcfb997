"""Dequantize on the way

A network's weights are kept as 8-bit integers with a factor a row. They are made float16 by a
kernel of their own, 32 MiB written and read back, and then multiplied: four bytes of traffic for
each byte of weights on top of it. What was to make it faster makes it slower.

Load the weights as 8 bits. A stage that only computes can be put
into whoever reads it.
"""

from tvm import te

from ..exercise import Check

RUN = (64, 256)
N = K = 4096


def workload(n=4096, k=4096):
    w = te.placeholder((n, k), "int8", name="W")
    scale = te.placeholder((n,), "float32", name="scale")
    x = te.placeholder((k,), "float32", name="x")
    r = te.reduce_axis((0, k), name="r")
    real = te.compute((n, k), lambda i, j: w[i, j].astype("float32") * scale[i], name="real")
    return [w, scale, x, te.compute((n,), lambda i: te.sum(real[i, r] * x[r], axis=r), name="y")]


def warp_per_row(sch):
    """y, a warp for each row, its lanes side by side along k."""
    i, k = sch.get_loops("y")
    row, ty = sch.split(i, [None, 4])
    _, lane = sch.split(k, [None, 32])
    sch.bind(row, "blockIdx.x")
    sch.bind(ty, "threadIdx.y")
    sch.bind(lane, "threadIdx.x")


def start(sch):
    i, j = sch.get_loops("real")
    sch.bind(i, "blockIdx.x")
    _, thread = sch.split(j, [None, 128])
    sch.bind(thread, "threadIdx.x")
    yield "dequantize", "a kernel that makes floats"
    warp_per_row(sch)
    yield "product", "and one that reads them"


def solution(sch):
    sch.compute_inline("real")
    yield "inline", "each weight is made a float where it is multiplied"
    warp_per_row(sch)
    yield "product", "one kernel"


checks = [
    Check("launches", "the weights are still made floats by a kernel of their own", at_most=1),
    Check(
        "sectors",
        "more is moved than the weights as 8 bits, and x once a row",
        at_most=N * K / 32 + N * K * 4 / 32 + 2 * N,
    ),
]
hints = [
    "`real` depends on one element of W and one of scale: whoever needs it can compute it.",
    "`sch.compute_inline(stage)` does that, and the stage is gone.",
]
see = "gemv/fast_gemv:int8"
