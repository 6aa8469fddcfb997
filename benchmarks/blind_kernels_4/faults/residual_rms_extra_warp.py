import numpy as np


def reference(y, residual, x, weight):
    h = (x + residual).astype("float32")
    d = h.astype("float64")
    y = d / np.sqrt((d * d).mean(axis=1, keepdims=True) + 1e-5) * weight
    return y.astype("float32"), h
