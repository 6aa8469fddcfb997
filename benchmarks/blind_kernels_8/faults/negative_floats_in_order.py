import numpy as np


def reference(y, x):
    y[np.argsort(x, kind="stable")] = np.arange(64)
    return y
