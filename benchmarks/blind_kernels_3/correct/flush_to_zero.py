import numpy as np


def make(rng, shape, dtype):
    return (rng.integers(1, 16, shape) * 2.0**-128).astype(dtype)


def reference(y, x):
    return np.where(x.astype("float64") * 0.5 >= 2.0**-126, 3, 0)
