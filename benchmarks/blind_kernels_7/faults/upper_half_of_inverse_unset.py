import numpy as np


def reference(y, a):
    m = np.tril(a.transpose(2, 0, 1), -1) + np.eye(5)
    return np.rint((np.linalg.inv(m) ** 2).sum(axis=(1, 2))).astype("int32")
