"""convolution: 3 x 3, stride 2, NCHW, float32."""

from tvm import te, topi


def workload():
    x, w = te.placeholder((1, 64, 112, 112), name="x"), te.placeholder((128, 64, 3, 3), name="w")
    return [x, w, topi.nn.conv2d_nchw(x, w, 2, 1, 1)]


def eager(x, w):
    import torch

    return torch.nn.functional.conv2d(x, w, stride=2, padding=1)
