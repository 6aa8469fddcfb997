import numpy as np


def reference(y, x):
    return np.stack([x.sum(axis=1), x.max(axis=1)], axis=1)
