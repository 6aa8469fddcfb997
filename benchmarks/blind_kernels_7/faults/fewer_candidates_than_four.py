import numpy as np


def reference(y, count, distance):
    out = np.full((64, 4), -1, "int32")
    for i, n in enumerate(count):
        v = np.sort(distance[:n, i])[:4]
        out[i, : len(v)] = v
    return out
