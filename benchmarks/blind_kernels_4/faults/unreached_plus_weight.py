import numpy as np


def reference(y, start, to, weight):
    d = np.full(24, 2**31 - 1, dtype="int64")
    d[0] = 0
    for _ in range(24):
        for u, v, w in zip(start, to, weight, strict=True):
            if d[u] != 2**31 - 1:
                d[v] = min(d[v], d[u] + w)
    return d.astype("int32")
