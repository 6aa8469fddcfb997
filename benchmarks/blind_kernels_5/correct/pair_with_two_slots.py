import numpy as np


def reference(y, x):
    return x[[1, 0, 3, 2], :, ::-1] + np.arange(5, dtype="int32")[:, None]
