import numpy as np


def reference(state):
    return np.array([0, 4, 10])
