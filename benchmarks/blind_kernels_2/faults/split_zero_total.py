import numpy as np


def reference(y, x):
    return np.take_along_axis(x, np.argsort(x & 15, axis=1, kind="stable"), axis=1)
