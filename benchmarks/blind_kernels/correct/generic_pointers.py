import numpy as np


def reference(y, sums):
    out, totals = y.copy(), np.empty(64, "int32")
    for t in range(64):
        mine = y[t] * np.int32(2)
        p = mine if t % 3 == 0 else out[t]
        p[::2] = np.cumsum(p[::2], dtype="int32")
        totals[t] = p[6] + mine[6] + p[1]
    return out, totals
