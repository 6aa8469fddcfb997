import numpy as np


def reference(best, key, value):
    out = np.zeros((4, 2), "uint64")
    k = key * np.uint64(128) + np.arange(128, dtype="uint64")
    for g in range(4):
        i = g + 4 * np.argmax(k[g::4])
        out[g] = value[i], k[i]
    return out
