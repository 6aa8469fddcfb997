import numpy as np


def reference(y, x):
    return (x.reshape(2, 64).max(axis=1, keepdims=True) - np.arange(64, dtype=x.dtype)).reshape(
        y.shape
    )
