import numpy as np


def reference(y):
    t = np.arange(32)
    return np.tile(np.array([1, 2, 4])[t % 3] * 10 + (t >> 4), 2)
