import numpy as np


def reference(x, a, b, c, d):
    result = np.zeros((16, 32))
    for s in range(32):
        m = np.diag(b[:, s].astype("float64"))
        m += np.diag(a[1:, s], -1) + np.diag(c[:-1, s], 1)
        result[:, s] = np.linalg.solve(m, d[:, s])
    return result.astype("float32")
