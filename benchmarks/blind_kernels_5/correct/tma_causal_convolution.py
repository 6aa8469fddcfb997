import numpy as np


def reference(y, x, w):
    p = np.pad(x, ((0, 0), (3, 0)))
    return sum(w[k] * p[:, 3 - k : 67 - k] for k in range(4))
