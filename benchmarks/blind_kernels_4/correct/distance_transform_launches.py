import numpy as np


def make(rng, shape, dtype):
    return (rng.random(shape) < 0.06).astype(dtype)


def reference(y, vertical, x):
    g = np.zeros((16, 24), dtype="int32")
    for c in range(24):
        marked = np.flatnonzero(x[:, c])
        for r in range(16):
            alone = min(101 + r, 116 - r)
            g[r, c] = min(abs(marked - r)) if marked.size else alone
    c = np.arange(24)
    y = ((c[:, None] - c) ** 2 + g[:, None, :] ** 2).min(axis=2)
    return y.astype("int32"), g
