import numpy as np


def reference(code, again, x):
    return x ^ x >> np.uint32(1), x
