import numpy as np


def offsets(rng, shape, dtype):
    return (np.arange(shape[0]) * 5).astype(dtype)


def reference(level, first, next):
    out = np.full(128, -1, "int32")
    out[:16] = 0
    new = np.unique(next[: first[16]])
    out[new[new >= 16]] = 1
    return out
