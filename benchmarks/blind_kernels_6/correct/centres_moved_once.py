import numpy as np


def make(rng, shape, dtype):
    return np.array([[2, 2], [7, 3], [4, 8], [-90, -90]], dtype)


def reference(centre, label, point):
    p, c = point.astype("float64"), centre.astype("float64")
    best = ((p[:, None] - c) ** 2).sum(axis=2).argmin(axis=1)
    for k in range(4):
        if np.any(best == k):
            c[k] = p[best == k].mean(axis=0)
    return c.astype("float32"), best.astype("uint8")
