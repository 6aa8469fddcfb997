import numpy as np


def reference(y, map):
    return np.concatenate([map, np.zeros((12, 16))]) + 1
