import numpy as np


def reference(y, x):
    mirrored = x[:, 31 - (np.arange(32) ^ 1)]
    return mirrored * mirrored + np.arange(6, dtype="int32")[:, None]
