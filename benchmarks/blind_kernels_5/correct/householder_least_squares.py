import numpy as np


def reference(x, a, b):
    return np.array([np.linalg.lstsq(p, q, rcond=None)[0] for p, q in zip(a, b, strict=True)])
