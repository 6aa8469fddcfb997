import numpy as np


def reference(y, map, needed):
    x = map.reshape(2, 16, 16)[:, ::-1, ::-1]
    return np.stack([x[0], 0 * x[0], x[1], 0 * x[1]])
