import numpy as np


def reference(coarse, fine):
    p = np.append(fine.astype("float64"), 0.0)
    return (0.25 * p[0:64:2] + 0.5 * p[1:64:2] + 0.25 * p[2:65:2]).astype("float32")
