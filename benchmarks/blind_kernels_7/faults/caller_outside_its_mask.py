import numpy as np


def reference(y, x):
    return np.roll(x.reshape(16, 8), -1, axis=1).reshape(128)
