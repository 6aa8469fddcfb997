import numpy as np


def reference(y, x):
    out = np.zeros((2, 256), "uint64")
    out[:, np.arange(256) * 37 & 255] = x < 0
    return (out.reshape(2, 8, 32) << np.arange(32, dtype="uint64")).sum(axis=2).astype("uint32")
