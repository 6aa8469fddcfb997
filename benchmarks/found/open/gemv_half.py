"""GEMV: float16 weights, sums in float32."""

from tvm import te


def workload():
    w, x = (
        te.placeholder((8192, 8192), "float16", name="W"),
        te.placeholder((8192,), "float16", name="x"),
    )
    k, f = te.reduce_axis((0, 8192), name="k"), lambda v: v.astype("float32")
    s = te.compute((8192,), lambda i: te.sum(f(w[i, k]) * f(x[k]), k), name="sums")
    return [w, x, te.compute((8192,), lambda i: s[i].astype("float16"), name="y")]


def eager(w, x):
    return w @ x
