"""GEMM: few rows, odd extents, float32."""

from tvm import te


def workload():
    a, b = te.placeholder((72, 1027), name="A"), te.placeholder((1027, 4101), name="B")
    k = te.reduce_axis((0, 1027), name="k")
    return [a, b, te.compute((72, 4101), lambda i, j: te.sum(a[i, k] * b[k, j], k), name="C")]


def eager(a, b):
    return a @ b
