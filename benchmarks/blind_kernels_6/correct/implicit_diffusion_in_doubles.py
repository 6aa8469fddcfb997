import numpy as np


def reference(u, n):
    lap = np.diag(np.full(24, -2.0)) + np.diag(np.ones(23), 1) + np.diag(np.ones(23), -1)
    step = np.linalg.solve(np.eye(24) - 0.2 * lap, np.eye(24) + 0.2 * lap)
    return u @ np.linalg.matrix_power(step, 4).T
