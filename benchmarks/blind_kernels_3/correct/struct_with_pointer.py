import numpy as np


def reference(y, p, x):
    out = np.full(64, -1.0)
    out[:50] = x[3:53] * np.float32(2.5)
    return out
