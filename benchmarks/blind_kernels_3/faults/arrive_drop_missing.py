import numpy as np


def reference(y, x):
    y = np.zeros_like(x)
    y[:2] = x[:2, ::-1]
    y[2:, :32] = x[2:, 31::-1]
    return y
