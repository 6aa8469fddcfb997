import numpy as np


def reference(count, x):
    return count + np.bincount((x >> 30).astype("int64"), minlength=4)
