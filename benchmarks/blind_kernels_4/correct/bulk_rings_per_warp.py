import numpy as np


def reference(y, x):
    return x - x[:, np.arange(32) ^ 5]
