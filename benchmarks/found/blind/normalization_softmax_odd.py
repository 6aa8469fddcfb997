"""normalization: softmax over short rows, odd extents."""

from tvm import te, topi


def workload():
    x = te.placeholder((24, 511, 511), name="x")
    return [x, topi.nn.softmax(x)]


def eager(x):
    return x.softmax(-1)
