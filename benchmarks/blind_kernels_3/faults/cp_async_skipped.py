import numpy as np


def reference(y, x):
    p = np.pad(x.astype("int64"), 2)
    return sum(p[k : k + 120] for k in range(5))
