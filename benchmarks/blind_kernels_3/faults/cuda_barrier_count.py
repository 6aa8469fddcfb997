import numpy as np


def reference(y, x):
    return np.concatenate([x[63::-1], x[64:]])
