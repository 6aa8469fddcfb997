import numpy as np


def reference(y, h, x):
    x = x.astype("int64")
    return np.cumsum(x, axis=1) - x, np.stack([np.bincount(row, minlength=16) for row in x])
