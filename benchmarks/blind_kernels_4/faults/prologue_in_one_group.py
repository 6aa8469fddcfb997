import numpy as np


def reference(y, x):
    return np.roll(x, 32, axis=1)
