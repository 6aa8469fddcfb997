import numpy as np


def decode(v):
    e, m = (v >> 3 & 15).astype("int64"), (v & 7).astype("float64")
    return np.where(e == 0, m / 8 * 2.0**-6, (1 + m / 8) * 2.0 ** (e - 7))


def reference(y, a, b):
    return decode(a) @ decode(b).T
