"""GEMV: int8 weights with a scale per row, sums in float32."""

from tvm import te


def workload():
    w, x = te.placeholder((11008, 4096), "int8", "W"), te.placeholder((4096,), "float16", "x")
    scale, k = te.placeholder((11008,), name="scale"), te.reduce_axis((0, 4096), "k")
    f = lambda v: v.astype("float32")
    sums = te.compute((11008,), lambda i: te.sum(f(w[i, k]) * f(x[k]), k), "sums")
    y = te.compute((11008,), lambda i: (sums[i] * scale[i]).astype("float16"), "y")
    return [w, x, scale, y]


def eager(w, x, scale):
    return ((w.to(x.dtype) @ x).float() * scale).to(x.dtype)
