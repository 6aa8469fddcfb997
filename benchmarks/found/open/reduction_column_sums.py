"""reduction: sums of columns."""

from tvm import te


def workload():
    a, k = te.placeholder((8192, 4096), name="A"), te.reduce_axis((0, 8192), name="k")
    return [a, te.compute((4096,), lambda j: te.sum(a[k, j], k), name="out")]


def eager(a):
    return a.sum(0)
