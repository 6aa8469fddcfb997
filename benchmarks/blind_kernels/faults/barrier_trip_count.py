import numpy as np


def reference(y, total, x, n):
    left = np.concatenate([[0.0], x[:-1].astype("float64")])
    left[::128] = 0
    d = x - left
    return d, np.array([(d * d).sum()])
