import numpy as np


def reference(y, x):
    out = np.zeros((96, 2), "uint32")
    m = 0xFFFFFFFF
    for i, (a, b) in enumerate(x.tolist()):
        p, q = (1, 0) if i % 32 == 0 else out[i - 1].tolist()
        out[i] = a * p & m, a * q + b & m
    return out
