import numpy as np


def make(rng, shape, dtype):
    return np.array([-8, -1, 0, 1, 8], dtype=dtype)


def reference(y, data, offsets, x):
    y = np.zeros(64)
    for d, offset in enumerate(offsets):
        rows = np.arange(max(0, -offset), min(64, 64 - offset))
        y[rows] += data[d, rows].astype("float64") * x[rows + offset]
    return y.astype("float32")
