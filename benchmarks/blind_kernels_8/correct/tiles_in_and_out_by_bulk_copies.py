import numpy as np


def reference(y, x):
    return x[:, ::-1] * 3 + np.arange(8, dtype="int32")[:, None]
