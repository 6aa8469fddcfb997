import numpy as np


def reference(y, state, x):
    y = np.cumsum(x.astype("int64"))
    return y, (y[31::32] & 0xFFFFFFFF) + (1 << 32)
