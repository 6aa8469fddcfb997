import numpy as np


def reference(y, x):
    return np.roll(x.reshape(2, 512), -40, axis=1).reshape(-1)
