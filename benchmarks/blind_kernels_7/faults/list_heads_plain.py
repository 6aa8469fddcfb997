import numpy as np


def reference(total, x):
    out = np.zeros((2, 8), "int32")
    for b in range(2):
        np.add.at(out[b], x[b] & 7, x[b] >> 8)
    return out
