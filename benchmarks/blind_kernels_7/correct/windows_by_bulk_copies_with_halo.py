import numpy as np


def reference(y, x):
    return np.convolve(x, np.ones(5, int), "same").astype("int32")
