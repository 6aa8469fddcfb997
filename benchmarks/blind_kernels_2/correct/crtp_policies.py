import numpy as np


def reference(y, x):
    out = np.zeros(64, dtype="int64")
    for t in range(64):
        v = 0
        for k in range(4):
            v += int(x[(t * 5 + k * 17) % 64])
            v = (v + 2**31) % 2**32 - 2**31 if t & 1 else min(max(v, -(2**31)), 2**31 - 1)
        out[t] = v
    return out
