import numpy as np


def reference(y, x, n):
    p = np.pad(x.astype("float64"), 1)
    return p[:-2] - 2 * p[1:-1] + p[2:]
