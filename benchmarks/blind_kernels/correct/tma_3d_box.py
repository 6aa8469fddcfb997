import numpy as np


def reference(y, x):
    return x[:, :, ::-1] + (np.arange(4, dtype="int32") % 2).reshape(4, 1, 1)
