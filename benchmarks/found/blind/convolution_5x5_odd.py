"""convolution: 5 x 5, odd extents, NCHW, float32."""

from tvm import te, topi


def workload():
    x, w = te.placeholder((2, 33, 45, 45), name="x"), te.placeholder((70, 33, 5, 5), name="w")
    return [x, w, topi.nn.conv2d_nchw(x, w, 1, 2, 1)]


def eager(x, w):
    import torch

    return torch.nn.functional.conv2d(x, w, stride=1, padding=2)
