import numpy as np


def reference(sorted, origin, x):
    order = np.argsort(x, kind="stable")
    return x[order], order.astype("int32")
