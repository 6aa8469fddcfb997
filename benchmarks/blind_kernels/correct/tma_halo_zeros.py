import numpy as np


def reference(y, x):
    p = np.pad(x.astype("float64"), 1)
    return p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:] - 4 * p[1:-1, 1:-1]
