import numpy as np


def reference(seen, slot, current, x):
    out = np.zeros((5, 32), "int32")
    for v in range(1, 5):
        out[v] = np.trunc(x / v)
    return np.ones(64, "int32"), out, np.array([4], "int32")
