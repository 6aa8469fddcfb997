import numpy as np


def reference(y, data, flag, x):
    d = 2 * x.astype("float64")
    return d[::-1] + 1, d, np.ones(1)
