import numpy as np


def reference(y, x):
    return np.where(x & 1, x >> 16, 0).sum(axis=1).astype("int32")
