import numpy as np


def reference(count, flag, turn):
    return np.array([20]), np.zeros(2), np.array([7])
