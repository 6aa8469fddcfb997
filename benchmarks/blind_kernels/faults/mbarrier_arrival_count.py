import numpy as np


def reference(y, x):
    return (np.sum(x, dtype="int32") - x).astype("int32")
