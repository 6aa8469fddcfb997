import numpy as np


def reference(consistent, pair, x):
    s = x.sum(dtype="int32")
    return np.full(3, 10, dtype="int32"), np.array([s, -s], dtype="int32")
