import numpy as np


def reference(y, v):
    rows = np.arange(256) * 40 // 256
    return np.array([v[rows == r].sum() for r in range(40)])
