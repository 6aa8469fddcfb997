import numpy as np


def limits(rng, shape, dtype):
    cut = rng.integers(1, 20, shape)
    return (np.array([128, 64, 0, 64]) - cut).astype(dtype)


def reference(area, limit):
    cut = np.array([128, 64, 0, 64]) - limit
    return (2 * 64 * 64 - (cut * cut).sum(axis=1)).astype("int32")
