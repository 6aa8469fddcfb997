import numpy as np


def reference(y, key):
    i, m = np.arange(128, dtype="uint64"), np.uint64(0xFFFFFFFF)
    c = [i, np.full(128, 0x12345678, "uint64"), np.full(128, 0x9ABCDEF0, "uint64"), i ^ m]
    k0, k1 = key[:, 0].astype("uint64"), key[:, 1].astype("uint64")
    for _ in range(10):
        p, q = c[0] * np.uint64(0xD2511F53), c[2] * np.uint64(0xCD9E8D57)
        c = [q >> np.uint64(32) ^ c[1] ^ k0, q & m, p >> np.uint64(32) ^ c[3] ^ k1, p & m]
        k0, k1 = (k0 + np.uint64(0x9E3779B9)) & m, (k1 + np.uint64(0xBB67AE85)) & m
    return np.stack(c, axis=1).astype("uint32")
