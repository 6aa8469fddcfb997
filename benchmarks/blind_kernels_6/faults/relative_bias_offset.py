import numpy as np


def reference(score, q, k, bias):
    i = np.arange(16)
    s = q.astype("float64") @ k.astype("float64").T / np.sqrt(8)
    return (s + bias[i[:, None] - i + 15]).astype("float32")
