import numpy as np


def reference(y, x):
    order = np.argsort(x & 4095, axis=1, kind="stable")
    return np.take_along_axis(x, order, axis=1)
