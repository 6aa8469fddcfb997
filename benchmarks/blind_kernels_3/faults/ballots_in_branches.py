import numpy as np


def reference(y, x):
    x = x.reshape(2, 32)
    p, n = (x > 0).sum(axis=1, keepdims=True), (x < 0).sum(axis=1, keepdims=True)
    return np.where(np.arange(32) < 20, p, 100 * n).reshape(y.shape)
