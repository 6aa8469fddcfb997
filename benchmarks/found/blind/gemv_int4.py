"""GEMV: int4 weights, two per byte, sums in float32."""

from tvm import te, tirx


def workload():
    w, x = (
        te.placeholder((4096, 2048), "uint8", name="W"),
        te.placeholder((4096,), "float16", name="x"),
    )
    k = te.reduce_axis((0, 4096), name="k")
    code = lambda i, k: (w[i, k // 2] >> (k % 2 * 4).astype("uint8")) & tirx.const(15, "uint8")
    value = te.compute((4096, 4096), lambda i, k: code(i, k).astype("float32") - 8.0, name="value")
    y = lambda i: te.sum(value[i, k] * x[k].astype("float32"), k)
    return [w, x, te.compute((4096,), y, name="y")]


def eager(w, x):
    import torch

    return (torch.stack((w & 15, w >> 4), -1).flatten(1).to(x.dtype) - 8) @ x
