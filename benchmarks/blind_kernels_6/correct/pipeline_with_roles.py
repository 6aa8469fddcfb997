import numpy as np


def reference(y, x):
    return np.roll(x, -1, axis=2)
