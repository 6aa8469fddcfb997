import numpy as np


def reference(y, x):
    out = np.full(64, -100)
    for w in range(0, 64, 32):
        last = 0
        for i in range(w, w + 32):
            if x[i] > 0:
                out[i], last = last, x[i]
    return out
