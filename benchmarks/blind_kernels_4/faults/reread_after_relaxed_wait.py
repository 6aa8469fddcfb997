import numpy as np


def reference(y, data, flags, x):
    return (3 * x - data)[::-1].copy(), 3 * x, np.array([1, 1], dtype="int32")
