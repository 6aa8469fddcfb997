import numpy as np


def reference(code, text):
    out = np.zeros((128, 24), "uint8")
    for i in range(128):
        letters = list(range(16))
        for k, c in enumerate((text[i] & 15).tolist()):
            p = letters.index(c)
            out[i, k] = p
            letters.insert(0, letters.pop(p))
    return out
