import numpy as np


def reference(y, start):
    keep = np.zeros((4, 32), dtype="int32")
    for row, starts in enumerate(start.astype("int64")):
        kept = []
        for i, s in enumerate(starts):
            if all(abs(s - other) >= 5 for other in kept):
                kept.append(s)
                keep[row, i] = 1
    return keep
