import numpy as np


def reference(y, total, x):
    out = np.zeros((2, 32), "int32")
    for w, row in enumerate(x.reshape(2, 32)):
        for odd in (0, 1):
            here = row % 2 == odd
            out[w, here] = row[here].sum() * 100 + here.sum()
    return out.reshape(64), np.array([64], "int32")
