import numpy as np


def reference(y, x):
    y, running = np.zeros_like(x), 0
    for w in range(4):
        y[:, w] = x[:, w] + 3 * running
        running = y[:, w].reshape(3, 16, 2)[..., ::-1].reshape(3, 32)
    return y
