import numpy as np


def reference(y, data, flag, x):
    d = np.trunc(x / 3).astype("int32")
    return d[np.arange(64) ^ 5], d, np.ones(1, "int32")
