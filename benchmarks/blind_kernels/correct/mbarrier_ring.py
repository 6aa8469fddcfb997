import numpy as np


def reference(y, x):
    v = x + np.repeat(np.array([1, -1], "int32"), 32)
    return v[:, np.arange(64) ^ 33]
