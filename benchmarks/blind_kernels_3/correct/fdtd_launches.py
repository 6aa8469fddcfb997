import numpy as np


def reference(e, h):
    e, h = e.astype("float64"), h.astype("float64")
    for _ in range(3):
        h += 0.5 * np.diff(e)
        e[1:-1] += 0.5 * np.diff(h)
    return e, h
