import numpy as np


def reference(y, g, x):
    g = x ^ np.arange(128, dtype=x.dtype)
    return g[::-1], g
