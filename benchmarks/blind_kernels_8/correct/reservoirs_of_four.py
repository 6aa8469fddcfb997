import numpy as np


def reference(y, length, x):
    y = np.full((64, 4), -1)
    for t in range(64):
        random = 12345 + t
        for i in range(int(length[t])):
            random = (random * 1664525 + 1013904223) % 2**32
            place = i if i < 4 else random * (i + 1) >> 32
            if place < 4:
                y[t, place] = x[(t + i) % 64]
    return y.astype("int32")
