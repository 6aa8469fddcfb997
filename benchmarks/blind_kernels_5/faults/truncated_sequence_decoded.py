import numpy as np


def texts(rng, shape, dtype):
    text = rng.integers(32, 127, shape)
    text[:, 5:8] = [0xE2, 0x82, 0xAC]
    text[:, 10:] = [0xE2, 0x82]
    return text.astype(dtype)


def reference(y, text):
    return np.array([sum(map(ord, bytes(s[:10]).decode())) + 0xFFFD for s in text], dtype="int32")
