import numpy as np


def reference(y, q, k, v):
    scores = q.astype("float64") @ k.astype("float64").T
    key, last = np.arange(64), 32 + np.arange(32)[:, None]
    scores = np.where((key <= last) & (key > last - 12), scores, -np.inf)
    p = np.exp(scores - scores.max(axis=1, keepdims=True))
    return (p @ v / p.sum(axis=1, keepdims=True)).astype("float32")
