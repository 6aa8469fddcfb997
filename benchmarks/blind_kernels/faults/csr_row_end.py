import numpy as np


def reference(y, values, x):
    rows = np.repeat(np.arange(40), np.arange(40) % 5 + 1)
    terms = values.astype("float64") * x[np.arange(120) * 7 % 32]
    return np.bincount(rows, weights=terms, minlength=40)
