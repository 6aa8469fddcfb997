import numpy as np


def reference(first, second, parts, tickets, x, z):
    parts = z.reshape(4, 64).sum(axis=1, dtype="int32")
    first, second = (v.sum(dtype="int32", keepdims=True) for v in (x, z))
    return first, second, parts, np.array([0, 2], dtype="int32")
