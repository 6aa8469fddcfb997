import numpy as np


def reference(d, first, second):
    for k in range(32):
        d = np.minimum(d, d[:, k : k + 1] + d[k : k + 1, :])
    return d
