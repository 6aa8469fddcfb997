import numpy as np


def reference(b):
    return np.linalg.inv(b.astype("float64") + 10 * np.eye(8))
