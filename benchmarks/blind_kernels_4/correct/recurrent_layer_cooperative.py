import numpy as np


def reference(y, state, weight, x):
    h, rows = np.zeros(64), []
    for t in range(5):
        h = np.tanh(weight.astype("float64") @ h + x[t])
        rows.append(h)
    y = np.array(rows, dtype="float32")
    return y, np.stack([y[4], y[3]])
