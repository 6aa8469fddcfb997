import numpy as np


def reference(y, text, pattern):
    y = np.zeros(512, dtype="uint8")
    for i in range(5, 512):
        errors = ((text[i - 5 : i + 1] ^ pattern) & 1).sum()
        y[i] = 2 * (errors == 0) + (errors <= 1)
    return y
