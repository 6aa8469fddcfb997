import numpy as np


def reference(y, part, flag, x):
    return x.max() - x, x.max(axis=1), np.ones(4, "int32")
