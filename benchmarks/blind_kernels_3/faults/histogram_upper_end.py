import numpy as np


def make(rng, shape, dtype):
    return (rng.integers(0, 33, shape) / 32).astype(dtype)


def reference(count, x):
    k = np.rint(x * 32).astype("int64")
    return count + np.bincount(np.minimum(k * 10 // 32, 9), minlength=10)
