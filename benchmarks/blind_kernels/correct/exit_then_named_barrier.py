import numpy as np


def reference(y, x):
    v = x.copy()
    for r in range(4):
        v = v * np.int32(3) - np.roll(v, -(32 + r), axis=1)
    return v
