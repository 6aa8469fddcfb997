import numpy as np


def reference(y, x, scale):
    x = x.astype("float64")
    m, v = x.mean(axis=2, keepdims=True), x.var(axis=2, keepdims=True)
    return ((x - m) / np.sqrt(v + 1e-3) * scale[None, :, None]).astype("float32")
