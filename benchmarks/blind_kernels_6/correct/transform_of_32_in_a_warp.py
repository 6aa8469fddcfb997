import numpy as np


def reference(y, x):
    f = np.fft.fft(x[..., 0].astype("float64") + 1j * x[..., 1], axis=1)
    return np.stack([f.real, f.imag], axis=2).astype("float32")
