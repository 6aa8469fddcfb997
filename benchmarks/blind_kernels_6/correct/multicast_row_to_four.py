import numpy as np


def reference(y, x):
    return np.stack([np.roll(x, -r) for r in range(4)])
