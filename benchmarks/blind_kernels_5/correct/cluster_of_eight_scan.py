import numpy as np


def reference(y, x):
    return np.cumsum(x, axis=1, dtype="int32")
