import numpy as np

P = 2**61 - 1


def reference(y, x):
    return np.array([pow(int(v) % (P - 1) + 1, -1, P) for v in x], dtype="uint64")
