import numpy as np


def reference(sums, lock, x):
    v = x >> 6
    return np.array([v.sum(), np.bitwise_xor.reduce(v)], "int32"), np.zeros(1, "int32")
