import numpy as np


def reference(y, x):
    for _ in range(4):
        x = x + np.roll(x, -1)
    return x
