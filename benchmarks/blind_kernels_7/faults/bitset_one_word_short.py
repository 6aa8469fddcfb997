import numpy as np


def reference(y, x):
    return np.array([len(set((r % 100).tolist())) for r in x], "int32")
