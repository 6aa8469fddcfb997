import numpy as np


def reference(y, x):
    v = x.astype("int64")
    own = np.zeros((2, 64), "int64")
    for _ in range(3):
        for i in range(5):
            own = own * 3 + v + i
        s = np.roll(v, -1, axis=1) + np.roll(v, 1, axis=1)
        v = np.fmod(s, 1000)
    return (v * 7 + (own & 0xFFFFFFFF) % 1000).astype("int32")
