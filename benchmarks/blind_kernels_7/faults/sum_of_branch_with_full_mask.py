import numpy as np


def reference(y, x):
    out = np.zeros((4, 32), "int32")
    for w, row in enumerate(x.reshape(4, 32)):
        odd = row & 1 == 1
        out[w, ~odd] = row[~odd].sum()
        if odd.any():
            out[w, odd] = row[odd].max()
    return out.reshape(128)
