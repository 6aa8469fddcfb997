import numpy as np


def reference(y, x, n):
    padded = np.zeros(2048)
    padded[:n] = x
    return np.roll(padded.reshape(8, 256).sum(axis=0), -7)
