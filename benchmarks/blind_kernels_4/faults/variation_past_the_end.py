import numpy as np


def reference(y, x, n):
    series = [x[t::256].astype("float64") for t in range(256)]
    return np.array([np.abs(np.diff(s)).sum() for s in series], dtype="float32")
