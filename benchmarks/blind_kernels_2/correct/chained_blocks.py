import numpy as np


def reference(y, carry, flag, x):
    s = np.cumsum(x)
    return s, np.append(0, s[63::64]), np.append(0, np.ones(5))
