import numpy as np


def reference(y, x):
    for _ in range(3):
        x = x * np.uint32(3) + x[[1, 0, 3, 2], ::-1]
    return x
