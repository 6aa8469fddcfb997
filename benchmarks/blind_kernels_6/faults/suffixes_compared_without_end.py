import numpy as np


def make(rng, shape, dtype):
    return np.full(shape, 7, dtype)


def reference(rank, text):
    data = text.tobytes()
    order = sorted(range(64), key=lambda i: data[i:])
    out = np.zeros(64, "int32")
    out[order] = np.arange(64)
    return out
