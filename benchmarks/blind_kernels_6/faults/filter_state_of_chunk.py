import numpy as np


def reference(y, x):
    out, state = np.zeros((32, 64)), np.zeros(64)
    for i in range(32):
        out[i] = state = x[i] + 0.9 * state
    return out.astype("float32")
