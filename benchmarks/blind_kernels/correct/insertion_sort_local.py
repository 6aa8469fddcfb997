import numpy as np


def reference(y, x, n):
    return np.sort(x, axis=1)
