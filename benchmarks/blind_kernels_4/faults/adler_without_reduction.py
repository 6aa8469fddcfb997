import numpy as np


def reference(y, data):
    d = data.astype("int64")
    a = (1 + d.sum(axis=1)) % 65521
    b = (1 + np.cumsum(d, axis=1)).sum(axis=1) % 65521
    return (b << 16 | a).astype("uint32")
