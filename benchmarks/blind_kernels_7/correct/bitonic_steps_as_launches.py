import numpy as np


def reference(x, *steps):
    return np.sort(x)
