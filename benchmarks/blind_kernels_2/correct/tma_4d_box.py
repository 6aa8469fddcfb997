import numpy as np


def reference(y, x):
    p = np.pad(x, ((0, 0), (0, 0), (0, 2), (0, 0)))
    return np.stack([p[w, 1:3, 4 * z : 4 * z + 4].reshape(-1) for w in range(2) for z in range(2)])
