import numpy as np


def reference(y):
    out = np.zeros((8, 8), dtype="int64")

    def place(rows):
        r = len(rows)
        if r == 8:
            out[rows[0], rows[1]] += 1
            return
        for c in range(8):
            if all(c != p and abs(c - p) != r - i for i, p in enumerate(rows)):
                place([*rows, c])

    place([])
    return out.reshape(-1)
