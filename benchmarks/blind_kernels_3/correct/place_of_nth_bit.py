import numpy as np


def reference(y, x):
    out = np.full((2, 4, 32), -1)
    for k in range(4):
        at = [i for i in range(32) if int(x[k]) >> i & 1]
        out[0, k, : len(at)] = at
        out[1, k, : len(at)] = at[::-1]
    return out
