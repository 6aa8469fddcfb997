import numpy as np


def reference(y, x):
    v = x >> 1 if (x > 90).any() else x
    return np.roll(v, -1)
