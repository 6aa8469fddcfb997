import numpy as np


def reference(det, matrix):
    return np.rint(np.linalg.det(matrix.astype("float64"))).astype("int64")
