import numpy as np


def reference(count, text, pattern):
    out = np.zeros(128, "int32")
    for at in range(2044):
        out[at // 16] += np.array_equal(text[at : at + 5], pattern)
    return out
