import numpy as np


def reference(y, x):
    t = np.arange(64)
    return (3 * x)[49 - t % 49] + np.where(t % 2, 54, 64).astype("int32")
