"""layout: a transposed and scaled matrix, odd extents."""

from tvm import te


def workload():
    a = te.placeholder((2051, 4099), name="A")
    return [a, te.compute((4099, 2051), lambda i, j: a[j, i] * 2.0, name="B")]


def eager(a):
    return (a * 2).t().contiguous()
