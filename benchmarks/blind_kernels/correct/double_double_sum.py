import math

import numpy as np


def reference(y, x):
    big = np.where(np.arange(256) % 2, 1e16, -1e16)
    return np.array([math.fsum(row) for row in x * 1e6 + big])
