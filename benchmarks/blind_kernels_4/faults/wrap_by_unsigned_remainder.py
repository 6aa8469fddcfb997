import numpy as np


def reference(y, x, n):
    return np.roll(x, 1) + x + np.roll(x, -1)
