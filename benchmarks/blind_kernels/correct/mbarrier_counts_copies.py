import numpy as np


def reference(y, x):
    return x[:, :, ::-1] + np.arange(4, dtype="int32").reshape(1, 4, 1)
