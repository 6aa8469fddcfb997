import numpy as np


def reference(y, x, n, radius):
    padded = np.pad(x, radius, mode="edge")
    return np.median(
        np.lib.stride_tricks.sliding_window_view(padded, 2 * radius + 1), axis=1
    ).astype("int32")
