import numpy as np


def reference(y, x):
    p = np.pad(x, 1, constant_values=255)
    return np.min([p[r : r + 16, c : c + 16] for r in range(3) for c in range(3)], axis=0)
