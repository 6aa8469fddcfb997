import numpy as np


def reference(factor, x):
    x = x.astype("float64")
    return np.linalg.cholesky((x + x.transpose(0, 2, 1)) / 2 + 20 * np.eye(16))
