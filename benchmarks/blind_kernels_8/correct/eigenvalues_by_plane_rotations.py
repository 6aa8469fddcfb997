import numpy as np


def reference(y, x):
    return np.linalg.eigvalsh(x[:, [0, 1, 2, 1, 3, 4, 2, 4, 5]].reshape(-1, 3, 3))
