import numpy as np


def reference(y):
    return 63 - np.arange(64) * 29 % 64
