import numpy as np


def reference(y, x):
    return np.roll(x, -77, axis=1)
