import numpy as np


def reference(y, data, flag, x):
    return x[::-1] ^ 85, x ^ 85, np.ones(2, "int32")
