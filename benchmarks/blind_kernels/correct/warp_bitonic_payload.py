import numpy as np


def reference(y, where, x):
    order = np.argsort(x, axis=1, kind="stable")
    return np.take_along_axis(x, order, axis=1), order.astype("int32")
