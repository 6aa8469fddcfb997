import numpy as np


def reference(y, x):
    return x[:, None, ::-1] + np.arange(2, dtype="int32")[None, :, None]
