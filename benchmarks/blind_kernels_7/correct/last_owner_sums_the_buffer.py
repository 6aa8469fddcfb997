import numpy as np


def four(rng, shape, dtype):
    return np.full(shape, 4, dtype)


def reference(total, buffer, references, x):
    b = x >> 4
    return np.array([np.fmod(b, 1000).sum()], "int32"), b, np.zeros(1, "int32")
