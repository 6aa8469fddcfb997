import numpy as np


def reference(y, x):
    x = x.astype("float64")
    odd = np.arange(64) % 2 == 1
    return np.where(odd, x * x, 2 * x)[::-1] + np.where(odd, 1, -1)
