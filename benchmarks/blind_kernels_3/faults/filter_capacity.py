import numpy as np


def reference(y, n, x):
    p = x[x > 0]
    out = np.zeros(48, "int64")
    out[: min(48, len(p))] = p[:48]
    return out, np.array([len(p)])
