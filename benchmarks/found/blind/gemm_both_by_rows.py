"""GEMM: both operands along the depth, float32."""

from tvm import te


def workload():
    a, b = te.placeholder((2048, 768), name="A"), te.placeholder((1536, 768), name="B")
    k = te.reduce_axis((0, 768), name="k")
    return [a, b, te.compute((2048, 1536), lambda i, j: te.sum(a[i, k] * b[j, k], k), name="C")]


def eager(a, b):
    return a @ b.t()
