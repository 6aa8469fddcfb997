import numpy as np


def reference(y, x):
    x = x.astype("float64").reshape(2, 16, 16)
    return np.stack([x[0], 2 * x[0], x[1], 2 * x[1]])
