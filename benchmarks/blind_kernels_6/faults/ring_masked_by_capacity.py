import numpy as np


def reference(y, x):
    c = np.cumsum(np.pad(x, ((8, 0), (0, 0))), axis=0)
    return (c[8:] - c[:-8]).astype("int32")
