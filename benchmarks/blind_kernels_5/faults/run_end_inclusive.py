import numpy as np


def lengths(rng, shape, dtype):
    return np.array([0, 17, 1, 0, 0, 40, 30, 39, 1, 0], dtype=dtype)


def reference(y, value, length):
    return np.repeat(value, length)
