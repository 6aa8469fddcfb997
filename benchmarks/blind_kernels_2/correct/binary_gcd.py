import numpy as np


def reference(y, a, b):
    return np.gcd(a.astype("int64"), b.astype("int64"))
