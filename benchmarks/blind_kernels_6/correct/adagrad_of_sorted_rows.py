import numpy as np


def make(rng, shape, dtype):
    return np.sort(rng.integers(0, 10, shape)).astype(dtype)


def reference(w, state, row, g):
    sums, seen = np.zeros((10, 16)), np.zeros((10, 1))
    np.add.at(sums, row, g)
    seen[row] = 1
    s = state + sums**2
    new = w - seen * 0.1 * sums / (np.sqrt(s) + 0.01)
    return new.astype("float32"), s.astype("float32")
