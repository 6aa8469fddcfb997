import numpy as np


def reference(y, x):
    return np.concatenate([x, np.zeros(14, x.dtype)])[::-1]
