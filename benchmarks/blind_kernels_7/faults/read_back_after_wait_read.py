import numpy as np


def reference(count, bits, x):
    out = bits | (x & np.uint32(0xFF00FF00))
    return np.bitwise_count(out).sum(axis=1).astype("uint32"), out
