import numpy as np


def reference(y, x):
    return x[:, ::-1] ^ np.arange(16, dtype="int32")[:, None]
