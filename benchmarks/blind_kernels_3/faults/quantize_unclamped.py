import numpy as np


def reference(q, x):
    return np.clip(np.rint(x / np.float32(1.5)), -128, 127).astype("int64")
