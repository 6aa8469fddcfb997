import numpy as np


def reference(colour, depth, paint):
    out = np.zeros(16, "uint32")
    pixel = np.arange(128) * 5 % 16
    for p in range(16):
        here = np.flatnonzero(pixel == p)
        out[p] = paint[here[np.argmin(depth[here])]]
    return out
