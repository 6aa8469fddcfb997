"""batched GEMM: attention values of 12 heads, float32."""

from tvm import te


def workload():
    a, b = te.placeholder((12, 384, 384), name="A"), te.placeholder((12, 384, 64), name="B")
    k = te.reduce_axis((0, 384), name="k")
    return [
        a,
        b,
        te.compute((12, 384, 64), lambda z, i, j: te.sum(a[z, i, k] * b[z, k, j], k), name="C"),
    ]


def eager(a, b):
    return a @ b
