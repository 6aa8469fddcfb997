import numpy as np


def reference(slot, expert):
    out = np.zeros((4, 32), "int32")
    for w, row in enumerate(expert.reshape(4, 32)):
        for i in range(32):
            out[w, i] = np.count_nonzero(row[:i] == row[i])
    return out.reshape(128)
