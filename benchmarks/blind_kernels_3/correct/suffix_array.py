import numpy as np


def reference(y, text):
    s = bytes(text.tolist())
    return np.array(sorted(range(64), key=lambda i: s[i:]))
