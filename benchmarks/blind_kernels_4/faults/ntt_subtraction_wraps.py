import numpy as np


def reference(y, x):
    p = 998244353
    w = pow(3, (p - 1) // 64, p)
    values = [sum(int(v) * pow(w, n * k, p) for n, v in enumerate(x)) % p for k in range(64)]
    return np.array([values[int(f"{k:06b}"[::-1], 2)] for k in range(64)], dtype="uint32")
