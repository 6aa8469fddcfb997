import numpy as np


def reference(y, x):
    c = np.bincount(x, minlength=256).cumsum()
    return ((c * 255 + 256) // 512)[x]
