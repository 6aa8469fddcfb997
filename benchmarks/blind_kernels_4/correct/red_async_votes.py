import numpy as np


def reference(y, x):
    count = np.tile(np.arange(64) % 3 + 1, 4)
    return np.bincount(x.reshape(-1) & 15, weights=count, minlength=16).astype("int32")
