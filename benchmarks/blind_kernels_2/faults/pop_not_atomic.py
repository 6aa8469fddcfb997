import numpy as np


def reference(y):
    return np.arange(64) * 496
