import numpy as np


def make(rng, shape, dtype):
    a = rng.uniform(-0.1, 0.1, shape)
    a[np.arange(16), (np.arange(16) + 5) % 16] += 2
    return a.astype(dtype)


def reference(x, a):
    a = a.astype("float64")
    return np.linalg.solve(a[:, :16], a[:, 16]).astype("float32")
