import numpy as np


def reference(y, x):
    a, b = x.astype("int64"), np.arange(64) + 7
    return np.choose(x & 3, [a + b, a - b, a * b, (a ^ b) + (b << 3)])
