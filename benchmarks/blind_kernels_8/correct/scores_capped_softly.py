import numpy as np


def reference(y, q, k, v):
    s = 5 * np.tanh(q.astype("float64") @ k.astype("float64").T / 5)
    p = np.exp(s - s.max(axis=1, keepdims=True))
    return (p / p.sum(axis=1, keepdims=True) @ v).astype("float32")
