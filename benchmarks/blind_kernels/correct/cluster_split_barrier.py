import numpy as np


def reference(y, x):
    own = np.zeros_like(x)
    for j in range(5):
        own = own * np.int32(3) + (x ^ np.int32(j))
    return own + x.reshape(2, 3, 64)[:, [1, 2, 0], ::-1].reshape(6, 64)
