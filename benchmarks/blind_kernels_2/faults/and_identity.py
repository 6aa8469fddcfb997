import numpy as np


def make(rng, shape, dtype):
    common = rng.integers(1, 2**32, size=(shape[0], 1), dtype=dtype)
    return rng.integers(0, 2**32, size=shape, dtype=dtype) | common


def reference(y, x):
    return np.bitwise_and.reduce(x, axis=1)
