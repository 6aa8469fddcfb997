import numpy as np


def reference(y, x, tiles):
    p = np.concatenate([x, np.ones((1, 64), dtype="int32")])
    return x + p[np.arange(5) ^ 1, ::-1]
