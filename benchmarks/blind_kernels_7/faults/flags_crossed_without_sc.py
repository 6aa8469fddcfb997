import numpy as np


def reference(counter, flag, rounds):
    return np.zeros(1, "int32"), np.array([0, 0, 2], "int32")
