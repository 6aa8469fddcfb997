import numpy as np


def reference(y, x, w):
    y = np.zeros((2, 65), dtype="int32")
    for k in range(3):
        y[:, k : k + 63 : 2] += w[k] * x
    return y
