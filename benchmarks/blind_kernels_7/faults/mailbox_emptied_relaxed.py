import numpy as np


def reference(y, box, sent, taken, x):
    s = np.zeros(32, "int32")
    for k in range(5):
        s ^= x[k, ::-1] >> k
    five = np.array([5], "int32")
    return s, x[4], five, five
