"""elementwise: a scaled difference of rows and columns, odd extents."""

from tvm import te


def workload():
    x = te.placeholder((3001, 2047), name="x")
    r, c = te.placeholder((3001,), name="r"), te.placeholder((2047,), name="c")
    return [x, r, c, te.compute(x.shape, lambda i, j: (x[i, j] - r[i]) * c[j] + 0.5, name="out")]


def eager(x, r, c):
    return (x - r[:, None]) * c + 0.5
