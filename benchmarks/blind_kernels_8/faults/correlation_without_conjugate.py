import numpy as np


def reference(y, x, pattern):
    a = x[:, 0].astype("float64") + 1j * x[:, 1]
    p = pattern[:, 0].astype("float64") + 1j * pattern[:, 1]
    v = np.array([(a[i : i + 8] * p.conj()).sum() for i in range(25)])
    return np.stack([v.real, v.imag], axis=1).astype("float32")
