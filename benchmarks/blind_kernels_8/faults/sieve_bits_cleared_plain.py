import numpy as np


def reference(y, x):
    prime = np.array([n > 1 and all(n % d for d in range(2, n)) for n in range(1024)])
    return np.array([prime[:limit].sum() for limit in x], "int32")
