import numpy as np


def reference(y, x):
    return np.lib.stride_tricks.sliding_window_view(x, 9).max(axis=1)[:270]
