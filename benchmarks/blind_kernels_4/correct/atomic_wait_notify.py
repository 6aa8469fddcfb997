import numpy as np


def reference(y, turn, value, x):
    y = np.zeros(7, dtype="int32")
    for k in range(6):
        y[k + 1] = 7 * y[k] + x[k]
    return y[1:], np.array([6], dtype="int32"), y[6:]
