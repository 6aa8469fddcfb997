import numpy as np


def reference(y):
    return np.array([80, 80, 60], dtype="int32")
