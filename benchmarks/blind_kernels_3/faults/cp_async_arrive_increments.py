import numpy as np


def reference(y, x):
    return x[:, np.arange(64) ^ 33]
