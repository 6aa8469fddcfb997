import numpy as np


def reference(y, a, b):
    full = np.zeros((16, 16))
    full[:, 1::4] = a[:, 0::2]
    full[:, 3::4] = a[:, 1::2]
    return full @ b.astype("float64").T
