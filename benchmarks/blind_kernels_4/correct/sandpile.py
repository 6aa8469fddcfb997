import numpy as np


def reference(y, x):
    while (x > 3).any():
        p = np.pad(x // 4, 1)
        x = x % 4 + p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:]
    return x
