import numpy as np


def reference(d, a, b):
    return np.einsum("bik,bjk->bij", a.astype("float64"), b.astype("float64"))
