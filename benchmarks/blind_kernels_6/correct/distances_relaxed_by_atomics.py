import numpy as np


def relax(d, a, b, w):
    for _ in range(32):
        np.minimum.at(d, b, d[a] + w)
    return np.minimum(d, 1000000).astype("uint32")


def reference(distance, start, end, weight):
    d = np.full(32, 1000000, "int64")
    d[0] = 0
    return relax(d, start, end, weight.astype("int64"))
