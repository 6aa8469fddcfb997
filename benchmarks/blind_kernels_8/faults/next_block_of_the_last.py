import numpy as np


def reference(part, y, x, n):
    part = x.max(axis=1)
    return part, np.maximum(part, np.append(part[1:], part[-1]))
