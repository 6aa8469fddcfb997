import numpy as np


def reference(y, x):
    p = np.pad(x.astype("int32"), ((0, 1), (0, 1)), mode="edge")
    s = p[::2, ::2] + p[::2, 1::2] + p[1::2, ::2] + p[1::2, 1::2]
    return ((s + 2) // 4).astype("uint8")
