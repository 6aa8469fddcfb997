import numpy as np


def reference(y, table, state, x):
    table = np.arange(64, dtype="int32") ** 2 + 1
    return table[x], table, np.array([2], dtype="int32")
