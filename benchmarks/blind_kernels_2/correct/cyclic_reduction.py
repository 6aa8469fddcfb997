import numpy as np


def reference(u, f):
    m = 4 * np.eye(32) - np.eye(32, k=1) - np.eye(32, k=-1)
    return np.linalg.solve(m, f.astype("float64").T).T
