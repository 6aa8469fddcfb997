import numpy as np


def reference(y, counts, x):
    d = (x & 15).astype("int64")
    c = np.stack(
        [np.bincount(d[b * 64 : b * 64 + 64], minlength=16) for b in range(4)], axis=1
    ).reshape(-1)
    return x[np.argsort(d, kind="stable")], np.cumsum(c) - c
