import numpy as np


def reference(to, source):
    return source[np.arange(32) ^ 1]
