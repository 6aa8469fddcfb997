import numpy as np


def reference(best, where, x, k):
    order = np.argsort(-x, axis=0, kind="stable")[:4].T
    return np.take_along_axis(x.T, order, axis=1), order.astype("int32")
