import numpy as np


def reference(d, a, b):
    p = np.einsum("bik,bjk->bij", a.astype("int32"), b.astype("int32"))
    start = np.array([[1, 2], [3, 4]])
    r, c = np.mgrid[:16, :8]
    return (p + start[r // 8, c % 2]).astype("int32")
