import numpy as np


def reference(y, x):
    for r in range(4):
        x = x * x + np.uint32(r) + x[::-1]
    return x
