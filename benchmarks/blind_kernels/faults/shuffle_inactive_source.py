import numpy as np


def reference(y, x, n):
    x = x.astype("float64")
    return np.array([x[:32].sum(), x[32:64].sum(), x[64:96].sum(), x[96:].sum()])
