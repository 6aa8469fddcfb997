import numpy as np


def reference(y, z):
    v = z.astype("float64") @ np.array([1, 1j])
    p = np.polyval([1j] + [k - 0.5j * k for k in range(1, 6)], v)
    return np.stack([p.real, p.imag], axis=1)
