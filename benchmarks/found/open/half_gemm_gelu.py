"""tensor cores: B by columns, bias and GELU, float16."""

from tvm import te, tirx


def workload():
    a, b = te.placeholder((1024, 1024), "float16", "A"), te.placeholder((1024, 4096), "float16", "B")
    bias, k = te.placeholder((4096,), "float16", "bias"), te.reduce_axis((0, 1024), "k")
    f = lambda value: value.astype("float32")
    sums = te.compute((1024, 4096), lambda i, j: te.sum(f(a[i, k]) * f(b[k, j]), k), "sums")
    v = te.compute(sums.shape, lambda i, j: sums[i, j] + f(bias[j]), "v")
    last = lambda v: (v * (tirx.erf(v * 0.70710678) * 0.5 + 0.5)).astype("float16")
    return [a, b, bias, te.compute(sums.shape, lambda i, j: last(v[i, j]), "C")]


def eager(a, b, bias):
    import torch
    return torch.nn.functional.gelu(torch.nn.functional.linear(a, b.t(), bias))
