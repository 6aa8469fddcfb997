import numpy as np


def reference(y, text, pattern):
    hits = np.array([i < 253 and (text[i : i + 4] == pattern).all() for i in range(256)])
    return hits.reshape(8, 32).sum(axis=1).astype("int32")
