import numpy as np


def reference(total, x):
    return np.array([(x >> 3).sum()], "int32")
