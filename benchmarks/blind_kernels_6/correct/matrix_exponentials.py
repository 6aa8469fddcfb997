import numpy as np


def reference(y, a):
    sum, term = np.tile(np.eye(4), (64, 1, 1)), np.tile(np.eye(4), (64, 1, 1))
    for k in range(1, 60):
        term = term @ a / k
        sum = sum + term
    return sum
