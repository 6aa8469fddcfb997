import numpy as np


def reference(y, v, x):
    y = np.zeros(64)
    for r in range(64):
        for k in range(r % 5 + 1):
            y[r] += float(v[k, r]) * float(x[(r * 7 + k * 13) % 64])
    return y
