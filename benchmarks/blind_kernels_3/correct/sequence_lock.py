import numpy as np


def reference(y, seq, pair, x):
    return np.array([0, x[19]]), np.array([40]), np.array([x[19], ~x[19]])
