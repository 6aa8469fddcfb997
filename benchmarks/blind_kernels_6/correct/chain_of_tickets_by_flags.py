import numpy as np


def reference(y, x, flag, ticket):
    out = x.astype("uint64")
    for b in range(1, 6):
        out[b] += np.roll(out[b - 1], -1)
    return out.astype("uint32"), np.ones(6, "uint32"), np.array([6], "uint32")
