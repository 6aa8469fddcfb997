import numpy as np


def reference(y, a, b, r):
    one = np.ones(64)
    return one, one, one, np.ones((2, 64))
