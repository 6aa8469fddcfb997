import numpy as np


def rows(rng, shape, dtype):
    x = rng.integers(0, 6, shape)
    x[1] = 4
    x[3] = 4
    x[3, 9] = -4
    return x.astype(dtype)


def reference(y, x):
    counts = (x[:, :, None] == x[:, None, :]).sum(axis=2).astype("int32")
    return np.where(counts.min(axis=1, keepdims=True) == 32, 132, counts).astype("int32")
