import numpy as np


def reference(y, x):
    g = x.reshape(2, 64)
    r = (g > 4).sum(axis=1) * 4 + (g < 9).all(axis=1) * 2 + (g == 0).any(axis=1)
    return np.repeat(r, 64)
