import numpy as np


def reference(y, x):
    t = np.arange(64)
    out = np.empty_like(x)
    out[:, t * 5 % 64] = x + (t * 3 & 255).astype("int32")
    return out
