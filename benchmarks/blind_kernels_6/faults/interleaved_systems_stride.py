import numpy as np


def reference(x, upper, lower, d):
    out = np.zeros((16, 64))
    for s in range(64):
        m = np.eye(16)
        for i in range(15):
            m[i, i + 1] = upper[i, s]
            m[i + 1, i] = lower[i + 1, s]
        out[:, s] = np.linalg.solve(m, d[:, s])
    return out
