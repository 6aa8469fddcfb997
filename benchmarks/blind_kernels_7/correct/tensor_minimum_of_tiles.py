import numpy as np


def reference(y, x):
    out = y.copy()
    for b in range(4):
        r, c = b // 2 * 8, b % 2 * 16
        out[r : r + 16, c : c + 32] = np.minimum(out[r : r + 16, c : c + 32], x[b])
    return out
