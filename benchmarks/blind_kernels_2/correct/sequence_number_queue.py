import numpy as np


def reference(y):
    return np.arange(32) + 1
