import numpy as np


def reference(y, x):
    return x + np.int32(1)
