"""tensor cores: bias and ReLU, bfloat16."""

from tvm import te, tirx


def workload():
    a, b = te.placeholder((4096, 4096), "bfloat16", "A"), te.placeholder((1024, 4096), "bfloat16", "B")
    bias, k = te.placeholder((1024,), "bfloat16", "bias"), te.reduce_axis((0, 4096), "k")
    f = lambda value: value.astype("float32")
    sums = te.compute((4096, 1024), lambda i, j: te.sum(f(a[i, k]) * f(b[j, k]), k), "sums")
    v = te.compute(sums.shape, lambda i, j: sums[i, j] + f(bias[j]), "v")
    last = lambda v: (tirx.max(v, 0.0)).astype("bfloat16")
    return [a, b, bias, te.compute(sums.shape, lambda i, j: last(v[i, j]), "C")]


def eager(a, b, bias):
    import torch
    return torch.nn.functional.linear(a, b, bias).relu()
