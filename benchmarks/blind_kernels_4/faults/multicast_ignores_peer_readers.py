import numpy as np


def reference(y, x):
    d = x[:, :64] - x[:, :63:-1]
    return np.stack([d, d])
