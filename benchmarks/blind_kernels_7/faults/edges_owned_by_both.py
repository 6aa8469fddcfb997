import numpy as np


def corners(rng, shape, dtype):
    x, y, n = rng.integers(1, 6), rng.integers(1, 6), rng.integers(8, 17)
    return np.array([x, y, x + n, y + n], dtype)


def reference(count, corner):
    x0, y0, x1, y1 = corner.tolist()
    out = np.zeros((24, 24), "uint8")
    # The edges with the smaller coordinates belong to the square, the others do not.
    out[y0:y1, x0:x1] = 1
    return out
