import numpy as np


def reference(y, dx, x, dy):
    return np.maximum(x, 0), np.where(x > 0, dy, 0)
