import numpy as np


def reference(order, key):
    return np.argsort(key & 7, axis=1, kind="stable").astype("int32")
