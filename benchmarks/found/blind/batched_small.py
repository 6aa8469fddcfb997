"""batched GEMM: many small matrices, float32."""

from tvm import te


def workload():
    a, b = te.placeholder((96, 128, 128), name="A"), te.placeholder((96, 128, 128), name="B")
    k = te.reduce_axis((0, 128), name="k")
    return [
        a,
        b,
        te.compute((96, 128, 128), lambda z, i, j: te.sum(a[z, k, i] * b[z, k, j], k), name="C"),
    ]


def eager(a, b):
    return a.mT @ b
