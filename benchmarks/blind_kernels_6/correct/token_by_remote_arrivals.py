import numpy as np


def reference(y, x):
    return np.cumsum(x.reshape(2, 4), axis=1).reshape(8).astype("int32")
