import numpy as np


def reference(y, x):
    return np.diff(x)
