import numpy as np


def reference(y, x, n):
    return x[(np.arange(32) + n) % 32] + n
