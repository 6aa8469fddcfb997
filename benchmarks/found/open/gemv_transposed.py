"""GEMV: a transposed matrix."""

from tvm import te


def workload():
    a, x = te.placeholder((4096, 4096), name="A"), te.placeholder((4096,), name="x")
    k = te.reduce_axis((0, 4096), name="k")
    return [a, x, te.compute((4096,), lambda j: te.sum(a[k, j] * x[k], k), name="y")]


def eager(a, x):
    return a.t() @ x
