import numpy as np


def reference(y, b):
    return np.linalg.solve(4 * np.eye(32) - np.eye(32, k=1) - np.eye(32, k=-1), b.astype("float64"))
