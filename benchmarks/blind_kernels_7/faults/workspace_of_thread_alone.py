import numpy as np


def reference(y, workspace, x):
    s = np.sort(x, axis=1)
    return s[:, [1, 4]], s
