import numpy as np


def reference(y, x):
    return x.reshape(2, 128)[:, np.arange(128) ^ 77].reshape(-1)
