import numpy as np


def reference(y, x):
    y = np.zeros(64, dtype="int32")
    for row in x:
        y = 3 * y + row
    return y
