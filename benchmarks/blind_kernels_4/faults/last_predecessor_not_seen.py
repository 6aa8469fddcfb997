import numpy as np


def reference(y, duration):
    start = np.zeros(64, dtype="int32")
    for t in range(64):
        for n in (2 * t + 1, 2 * t + 2, t + 5):
            if n < 64:
                start[n] = max(start[n], start[t] + duration[t])
    return start
