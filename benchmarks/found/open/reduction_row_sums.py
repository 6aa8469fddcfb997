"""reduction: sums of rows."""

from tvm import te


def workload():
    a, k = te.placeholder((4096, 8192), name="A"), te.reduce_axis((0, 8192), name="k")
    return [a, te.compute((4096,), lambda i: te.sum(a[i, k], k), name="out")]


def eager(a):
    return a.sum(1)
