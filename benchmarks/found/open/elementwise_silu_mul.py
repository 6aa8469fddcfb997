"""elementwise: x * sigmoid(x) * y, as in a gated layer."""

from tvm import te, tirx


def workload():
    x, y = (te.placeholder((4096, 5504), name=name) for name in "xy")
    return [
        x,
        y,
        te.compute(x.shape, lambda i, j: x[i, j] * tirx.sigmoid(x[i, j]) * y[i, j], name="out"),
    ]


def eager(x, y):
    return x * x.sigmoid() * y
