import numpy as np


def reference(y, x):
    w = np.lib.stride_tricks.sliding_window_view(x, (3, 3))
    return np.sort(w.reshape(10, 10, 9), axis=2)[:, :, 4]
