import numpy as np


def reference(filter, keys):
    h = keys.astype("uint64")
    words = [0] * 4
    for _ in range(2):
        h = (h * 2654435761 + 12345) % 2**32
        for bit in (h >> np.uint64(24)).tolist():
            words[bit // 64] |= 1 << bit % 64
    return np.array(words, dtype="uint64")
