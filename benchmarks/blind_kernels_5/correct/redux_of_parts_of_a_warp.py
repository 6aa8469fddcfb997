import numpy as np


def reference(y, x):
    a, b = x[:, :20], x[:, 20:]
    low = a.sum(axis=1, dtype="uint32") + a.max(axis=1)
    low ^= a.view("int32").min(axis=1).view("uint32")
    high = np.bitwise_and.reduce(b | np.uint32(255), axis=1)
    high ^= np.bitwise_or.reduce(b & np.uint32(0xFFFF), axis=1)
    high += np.bitwise_xor.reduce(b, axis=1)
    return np.concatenate([np.repeat(low[:, None], 20, 1), np.repeat(high[:, None], 12, 1)], axis=1)
