"""batched GEMM: odd extents, float32."""

from tvm import te


def workload():
    a, b = te.placeholder((7, 250, 99), name="A"), te.placeholder((7, 99, 333), name="B")
    k = te.reduce_axis((0, 99), name="k")
    return [
        a,
        b,
        te.compute((7, 250, 333), lambda z, i, j: te.sum(a[z, i, k] * b[z, k, j], k), name="C"),
    ]


def eager(a, b):
    return a @ b
