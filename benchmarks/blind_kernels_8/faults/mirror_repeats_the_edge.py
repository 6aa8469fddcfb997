import numpy as np


def reference(y, x, n):
    return np.convolve(np.pad(x, 2, mode="reflect"), [1, 4, 6, 4, 1], mode="valid").astype("int32")
