import numpy as np


def reference(y, x):
    v = x.astype("float64") ** 2
    return np.where(np.arange(64) % 3 > 0, v, np.pi * 0.75 * v)
