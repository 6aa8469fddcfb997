import numpy as np


def reference(out, a, b):
    low, high = [0] * 16, [0] * 16
    for i in range(8):
        for j in range(8):
            p = int(a[i]) * int(b[j])
            low[i + j] += p & 0xFFFFFFFF
            high[i + j] += p >> 32
    return np.array([low[k] + (high[k - 1] if k else 0) for k in range(15)], "uint64")
