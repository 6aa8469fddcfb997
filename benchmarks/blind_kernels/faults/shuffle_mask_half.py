import numpy as np


def reference(y, x):
    return np.stack([x[:, :16].astype("float64").sum(axis=1), x[:, 16:].max(axis=1)], axis=1)
