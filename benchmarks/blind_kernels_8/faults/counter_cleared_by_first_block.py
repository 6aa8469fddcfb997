import numpy as np


def reference(total, x):
    return np.array([(x > 50).sum()], "int32")
