import numpy as np


def reference(y, diagonal, x):
    a = np.diag(diagonal[0])
    for k, o in ((1, 3), (2, 11)):
        upper = np.diag(diagonal[k, : 96 - o], o)
        a = a + upper + upper.T
    return (a @ x).astype("int32")
