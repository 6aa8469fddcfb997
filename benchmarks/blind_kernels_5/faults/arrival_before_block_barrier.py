import numpy as np


def reference(y, temporary, arrived, x):
    squares = x * x
    return np.roll(squares, -1, axis=0) - 1, squares, np.array([4], dtype="int32")
