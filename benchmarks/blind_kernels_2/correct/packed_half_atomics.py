import numpy as np


def reference(y, x):
    s = x.reshape(32, 4).sum(axis=0)
    return np.stack([s, 32 - s], axis=1).reshape(-1)
