import numpy as np


def reference(count, x):
    return count + np.histogram(np.minimum(x, 8), [-np.inf, 2, 4, 8, 9])[0]
