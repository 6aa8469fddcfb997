import numpy as np


def reference(y, x):
    return x * np.int32(2) + np.arange(128, dtype="int32")
