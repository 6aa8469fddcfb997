import numpy as np


def reference(y, s):
    rows = [bytes(row.tolist()) for row in s]
    return np.array([sum(row[i : i + 4] == b"abab" for i in range(13)) for row in rows])
