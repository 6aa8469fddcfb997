import numpy as np


def make(rng, shape, dtype):
    return np.array([3, 10, 11, 20, 31, 40, 44, 45], dtype)


def reference(pick, u, cumulative):
    return np.minimum(np.searchsorted(cumulative, u, side="right"), 7).astype("int32")
