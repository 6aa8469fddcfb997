import numpy as np


def starts(rng, shape, dtype):
    return (np.arange(65) * 8).astype(dtype)


def lists(rng, shape, dtype):
    # A ring where each vertex is tied to those at four distances on both sides.
    v, d = np.arange(64)[:, None], np.array([1, 2, 5, 7, -1, -2, -5, -7])
    return np.sort((v + d) % 64, axis=1).ravel().astype(dtype)


def reference(count, start, next):
    a = np.zeros((64, 64), "int64")
    a[np.repeat(np.arange(64), 8), next] = 1
    return (np.diag(a @ a @ a) // 2).astype("int32")
