"""GEMM: 1024 cubed, float32."""

from tvm import te


def workload():
    a, b = te.placeholder((1024, 1024), name="A"), te.placeholder((1024, 1024), name="B")
    k = te.reduce_axis((0, 1024), name="k")
    return [a, b, te.compute((1024, 1024), lambda i, j: te.sum(a[i, k] * b[k, j], k), name="C")]


def eager(a, b):
    return a @ b
