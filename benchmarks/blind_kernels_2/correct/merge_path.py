import numpy as np


def make(rng, shape, dtype):
    return np.sort(rng.integers(-1000, 1000, size=shape, dtype=dtype))


def reference(y, a, b):
    return np.sort(np.concatenate([a, b]))
