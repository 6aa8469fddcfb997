import numpy as np


def reference(y, x):
    s = x.sum(axis=1, dtype="int32")
    totals = np.array([s[0], 3 * s[0] + s[1], 9 * s[0] + 3 * s[1] + s[2]], dtype="int32")
    return totals[:, None] + np.arange(64, dtype="int32")
