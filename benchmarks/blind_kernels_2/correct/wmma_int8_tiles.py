import numpy as np


def reference(y, a, b):
    return np.einsum("pik,pjk->ij", a.astype("int64"), b.astype("int64"))
