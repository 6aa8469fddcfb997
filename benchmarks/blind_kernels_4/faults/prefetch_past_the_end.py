import numpy as np


def reference(y, x, n):
    p = np.pad(x.astype("float64"), (0, 24)).reshape(4, 256)
    return (p * p).sum(axis=0).astype("float32")
