import numpy as np


def reference(y, x):
    return np.array([1 + (np.diff(x) != 0).sum()])
