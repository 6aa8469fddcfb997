import numpy as np


def reference(value, length, runs, x):
    heads = np.flatnonzero(np.append(True, x[1:] != x[:-1]))
    n = len(heads)
    v, k = np.zeros(128, "int32"), np.zeros(128, "int32")
    v[:n] = x[heads]
    k[:n] = np.diff(np.append(heads, 128))
    return v, k, np.array([n], "int32")
