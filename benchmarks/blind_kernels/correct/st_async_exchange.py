import numpy as np


def reference(y, x):
    sent = np.empty_like(x)
    sent[:, np.arange(64) * 21 & 63] = x * np.uint32(3)
    return sent[[1, 0, 3, 2]] + x
