import numpy as np


def reference(y, x):
    return np.concatenate([x, np.zeros(3, dtype="int32")])[::-1]
