import numpy as np


def reference(y, x):
    out = np.zeros((2, 8), "int64")
    for b in range(2):
        np.add.at(out[b], x[b] & 7, x[b] >> 24)
    return out.astype("uint16")
