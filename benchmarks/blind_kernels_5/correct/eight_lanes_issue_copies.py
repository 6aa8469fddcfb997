import numpy as np


def reference(y, x):
    return x.reshape(3, 8, 32)[:, ::-1].reshape(3, 256) ^ np.arange(256, dtype="int32")
