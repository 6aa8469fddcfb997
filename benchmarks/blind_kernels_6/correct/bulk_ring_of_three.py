import numpy as np


def reference(y, x):
    half = np.trunc(x[..., ::-1] / 2).astype("int64")
    return (x - half).sum(axis=1).astype("int32")
