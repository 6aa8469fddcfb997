import numpy as np


def reference(y, x):
    return np.roll(x, -40, axis=1)
