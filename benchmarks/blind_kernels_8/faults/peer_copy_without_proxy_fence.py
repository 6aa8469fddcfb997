import numpy as np


def reference(y, x):
    return (x * 7 + np.arange(64, dtype="int32"))[[1, 0, 3, 2], ::-1]
