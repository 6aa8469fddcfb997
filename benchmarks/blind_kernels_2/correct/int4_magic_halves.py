import numpy as np


def reference(y, w):
    k = np.arange(4, dtype="uint32")
    lo, hi = w[:, None] >> (4 * k) & 15, w[:, None] >> (4 * k + 16) & 15
    return np.stack([lo, hi], axis=2).astype("float64").reshape(-1) - 8
