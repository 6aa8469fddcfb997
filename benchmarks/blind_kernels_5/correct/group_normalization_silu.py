import numpy as np


def reference(y, x, gain, bias):
    g = x.astype("float64").reshape(2, 4, 64)
    g = (g - g.mean(axis=2, keepdims=True)) / np.sqrt(g.var(axis=2, keepdims=True) + 1e-3)
    r = g.reshape(2, 8, 32) * gain[:, None] + bias[:, None]
    return (r / (1 + np.exp(-r))).astype("float32")
