import numpy as np


def reference(y, places):
    m = [1, 3, 7]
    for k in range(3, 32):
        m.append((m[k - 2] << 2 ^ m[k - 3] << 3 ^ m[k - 3]) % 2**32)
    y = np.zeros(96, dtype="uint32")
    for k in range(32):
        bits = (places ^ places >> np.uint32(1)) >> np.uint32(k) & np.uint32(1)
        y ^= bits * np.uint32((m[k] << (31 - k)) % 2**32)
    return y
