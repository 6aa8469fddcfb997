import numpy as np


def reference(y, x, count):
    sums = [x[count > r].sum() for r in range(4)]
    return np.array([sum(sums[: n - 1]) for n in count], "int32")
