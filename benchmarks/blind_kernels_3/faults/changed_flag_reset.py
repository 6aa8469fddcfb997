import numpy as np


def reference(y, x):
    return np.full(64, x.max())
