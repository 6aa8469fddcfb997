import numpy as np


def reference(a, b):
    return np.append(a[1:], a[-1:]), a
