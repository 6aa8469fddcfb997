import numpy as np


def low(rng, shape, dtype):
    return np.full(shape, 5000, dtype)


def unlocked(rng, shape, dtype):
    return np.ones(shape, dtype)


def high(rng, shape, dtype):
    return np.full(shape, 5000, dtype)


def reference(low, high, lock, x):
    a, b = low.copy(), high.copy()
    np.minimum.at(a, x.ravel() % 8, x.ravel())
    np.maximum.at(b, x.ravel() % 8, x.ravel())
    return a, b, lock
