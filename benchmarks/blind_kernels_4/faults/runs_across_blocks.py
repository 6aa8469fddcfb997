import numpy as np


def make(rng, shape, dtype):
    return (np.arange(192) // 40).astype(dtype)


def reference(sums, keys, x):
    return np.add.reduceat(x, np.arange(0, 192, 40), dtype="int32")
