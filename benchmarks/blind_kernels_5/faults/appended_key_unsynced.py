import numpy as np


def reference(scores, cache, key, q, length):
    scores = np.zeros((3, 64))
    for row, n in enumerate(length):
        cache[row, n] = key[row]
        scores[row, : n + 1] = cache[row, : n + 1].astype("float64") @ q[row]
    return scores.astype("float32"), cache
