import numpy as np


def reference(y, code, x):
    r, c = np.mgrid[:32, :32]
    m = sum((c >> b & 1) << 2 * b | (r >> b & 1) << (2 * b + 1) for b in range(5))
    out = np.empty(1024, "float32")
    out[m] = x
    return out, m.astype("int32")
