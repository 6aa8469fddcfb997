import numpy as np


def reference(y, x):
    return (x + np.arange(4, dtype="int32").reshape(4, 1))[:, ::-1]
