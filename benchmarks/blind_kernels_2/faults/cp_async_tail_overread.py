import numpy as np


def reference(y, x):
    return np.pad(x, (0, 27))[::-1]
