import numpy as np


def reference(p, s):
    i, j = np.arange(24)[:, None], np.arange(24)[None]
    slope = 2.0 ** (-2 * np.arange(1, 5))[:, None, None]
    x = np.where(j <= i, s - slope * (i - j), -np.inf)
    e = np.exp(x - x.max(axis=2, keepdims=True))
    return (e / e.sum(axis=2, keepdims=True)).astype("float32")
