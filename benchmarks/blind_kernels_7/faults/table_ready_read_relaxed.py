import numpy as np


def reference(y, table, state, x):
    t = np.arange(32, dtype="int32") ** 2 * 7
    return t[x], t, np.array([2], "int32")
