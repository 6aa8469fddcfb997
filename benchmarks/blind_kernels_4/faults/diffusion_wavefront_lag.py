import numpy as np


def reference(y, x):
    y = np.zeros((48, 24), dtype="uint8")
    error = np.zeros((49, 26), dtype="int64")
    for r in range(48):
        left = 0
        for c in range(24):
            v = int(x[r, c]) + int((error[r, c + 1] + left) / 16)
            y[r, c] = 255 if v > 127 else 0
            e = v - int(y[r, c])
            left = 7 * e
            error[r + 1, c : c + 3] += np.array([3, 5, 1]) * e
    return y
