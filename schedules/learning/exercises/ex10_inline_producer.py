"""Fuse the dequantization

A network's weights are stored as 8-bit integers with a scale per row. A separate kernel converts
them to float16, which writes and reads back 32 MiB, before they are multiplied: four bytes of extra
traffic for each byte of weights. Quantization was meant to save time, and costs time instead.

Load the weights as 8 bits. A stage that only computes values can be inlined into its consumer.
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
    yield "inline", "each weight is converted where it is multiplied"
    warp_per_row(sch)
    yield "product", "one kernel"


checks = [
    Check("launches", "a separate kernel still converts the weights", at_most=1),
    Check(
        "sectors",
        "too many sectors: only the 8-bit weights, and x once per row, must be moved",
        at_most=N * K / 32 + N * K * 4 / 32 + 2 * N,
    ),
]
hints = [
    "`real` depends on one element of W and one of scale: its consumer can compute it.",
    "`sch.compute_inline(stage)` does that and removes the stage.",
]
see = "gemv/fast_gemv:int8"
