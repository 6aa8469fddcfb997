import numpy as np


def lefts(rng, shape, dtype):
    return np.array([1, 2, 3, 4, 5, 6, 7, ~8], dtype=dtype)


def rights(rng, shape, dtype):
    return ~np.arange(8, dtype=dtype)


def reference(y, left, right, leaf):
    t, i = np.arange(32)[:, None], np.arange(9)
    return np.where((i + t) % 3 != 0, leaf, 0).sum(axis=1, dtype="int32")
