import numpy as np


def reference(invalid, y, x):
    bad = (x + np.float32(0.97) < 0).reshape(2, 32).any(axis=1)
    least = np.minimum(np.abs(x), np.abs(x[::-1]))
    return bad.astype("int32"), np.where(np.signbit(x) != np.signbit(x[::-1]), -least, least)
