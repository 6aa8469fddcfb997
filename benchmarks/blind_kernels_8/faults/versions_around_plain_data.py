import numpy as np


def reference(y, version, pair, x):
    last = x[-1]
    return (
        np.array([last, 0], "uint32"),
        np.array([20], "uint32"),
        np.array([last, ~last], "uint32"),
    )
