import numpy as np


def centres(rng, shape, dtype):
    return np.array([-0.5, 0.25, 9, 0.75], dtype=dtype)


def reference(next, x, centre):
    nearest = abs(x[:, None] - centre).argmin(axis=1)
    means = [x[nearest == c].astype("float64").mean() if c != 2 else 9 for c in range(4)]
    return np.array(means, dtype="float32")
