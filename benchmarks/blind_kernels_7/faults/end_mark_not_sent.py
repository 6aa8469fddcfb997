import numpy as np


def counts(rng, shape, dtype):
    return np.array([7, 12, 3], dtype)


def reference(y, count, x):
    return np.array([row[:n].sum() for row, n in zip(x, count, strict=True)], "int32")
