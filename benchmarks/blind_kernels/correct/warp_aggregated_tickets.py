import numpy as np


def reference(taken, count, x):
    n = int((x > 0).sum())
    out = taken.copy()
    out[:n] = 1000
    return out, np.array([n], "int32")
