import numpy as np


def reference(y, x):
    return np.array([pow(int(v), 65537 + i, 998244353) for i, v in enumerate(x)], "uint32")
