import numpy as np


def reference(y, x):
    for _ in range(2):
        p = np.pad(x, 1)
        x = p[:-2] + 2 * x + p[2:]
    return x
