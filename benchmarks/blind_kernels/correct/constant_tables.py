import numpy as np


def reference(y, z, x):
    taps = np.array([0.03125, 0.109375, 0.21875, 0.28125, 0.21875, 0.109375, 0.03125])
    gain = np.array([[1, 2, 3, 4], [-1, -2, -3, -4], [0.5, 0.25, 0.125, 0]])
    t = np.arange(128)
    shift = np.array([0, 5, 11])[t % 3]
    return np.convolve(x.astype("float64"), taps, "valid"), gain[t % 3, (t + shift) & 3] * taps[
        t * 5 % 7
    ]
