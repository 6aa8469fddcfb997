"""GEMM: A transposed, no extent a multiple of a tile, float32."""

from tvm import te


def workload():
    a, b = te.placeholder((520, 1000), name="A"), te.placeholder((520, 776), name="B")
    k = te.reduce_axis((0, 520), name="k")
    return [a, b, te.compute((1000, 776), lambda i, j: te.sum(a[k, i] * b[k, j], k), name="C")]


def eager(a, b):
    return a.t() @ b
