import numpy as np


def reference(y, clipped, a, b):
    s = a.astype(int) + b
    out = np.clip(s, -32768, 32767)
    return out.astype("int16"), (s != out).reshape(2, 64).sum(axis=1).astype("int32")
