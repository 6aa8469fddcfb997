import numpy as np


def reference(y, f, h):
    y = [0] * 128
    for i, a in enumerate(f.tolist()):
        for j, b in enumerate(h.tolist()):
            y[i + j] = (y[i + j] + a * b) % 998244353
    return np.array(y, dtype="uint32")
