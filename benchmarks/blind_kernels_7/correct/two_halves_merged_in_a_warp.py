import numpy as np


def halves(rng, shape, dtype):
    return np.sort(rng.integers(-20, 20, (8, 16)), axis=1).reshape(128).astype(dtype)


def reference(y, x):
    return np.sort(x.reshape(4, 32), axis=1).reshape(128)
