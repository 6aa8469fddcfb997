import numpy as np


def reference(y, x):
    return x + np.roll(x, 1, axis=0)[:, ::-1]
