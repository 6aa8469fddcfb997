import numpy as np


def reference(a, b):
    u = [a.astype("float64")]
    for _ in range(3):
        v = u[-1]
        s = sum(np.roll(v, d, axis) for axis in range(3) for d in (-1, 1))
        u.append(v + 0.125 * (s - 6 * v))
    return u[2].astype("float32"), u[3].astype("float32")
