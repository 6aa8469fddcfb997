import numpy as np


def starts(rng, shape, dtype):
    return (np.arange(shape[0]) * 4).astype(dtype)


def reference(near, start, x):
    p = np.pad(x.reshape(8, 8, 4).sum(axis=2), 1)
    out = sum(p[i : i + 8, j : j + 8] for i in range(3) for j in range(3))
    return out.reshape(64).astype("int32")
