import numpy as np


def reference(y, ring, ends, x):
    ends = ends.copy()
    ends[[0, 32]] = 40
    return x ^ np.arange(40), x[32:], ends
