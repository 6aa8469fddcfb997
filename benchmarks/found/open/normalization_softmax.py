"""normalization: softmax over rows."""

from tvm import te, topi


def workload():
    x = te.placeholder((4096, 4096), name="x")
    return [x, topi.nn.softmax(x)]


def eager(x):
    return x.softmax(-1)
