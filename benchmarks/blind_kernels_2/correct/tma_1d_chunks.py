import numpy as np


def reference(y, x):
    return np.pad(x, (0, 32)).reshape(3, 64)[:, ::-1]
