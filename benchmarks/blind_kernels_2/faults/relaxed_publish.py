import numpy as np


def reference(y, data, flag, x):
    d = 4 * x.astype("float64")
    return d - 1, d, np.array([7])
