import numpy as np


def reference(y, x):
    v = x.copy()
    order = [*range(0, 14, 2), *range(1, 14, 2), 14]
    for i in order * 3:
        v[:, i] += v[:, (i + 1) % 15] - 2 * v[:, (i + 14) % 15]
    return np.asarray(v)
