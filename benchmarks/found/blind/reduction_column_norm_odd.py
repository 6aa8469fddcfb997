"""reduction: norms of columns, odd extents."""

from tvm import te, tirx


def workload():
    a, k = te.placeholder((5001, 1777), name="A"), te.reduce_axis((0, 5001), name="k")
    s = te.compute((1777,), lambda j: te.sum(a[k, j] * a[k, j], k), name="squares")
    return [a, te.compute((1777,), lambda j: tirx.sqrt(s[j]), name="out")]


def eager(a):
    return (a * a).sum(0).sqrt()
