import numpy as np


def reference(out, q, k, v):
    q, k, v = (a.astype("float64") for a in (q, k, v))
    s = q @ k.transpose(0, 2, 1) / np.sqrt(8)
    i, j = np.arange(48)[:, None], np.arange(48)[None]
    s = np.where((j <= i) & ((j == 0) | (j + 8 > i)), s, -np.inf)
    p = np.exp(s - s.max(axis=2, keepdims=True))
    return ((p / p.sum(axis=2, keepdims=True)) @ v).astype("float32")
