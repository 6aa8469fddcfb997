import numpy as np


def reference(y, words, x):
    y = np.cumsum(x.astype("uint64")) & np.uint64(0xFFFFFFFF)
    return y.astype("uint32"), y[63::64] | np.uint64(2 << 32)
