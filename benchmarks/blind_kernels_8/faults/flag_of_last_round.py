import numpy as np


def reference(y, buffer, flag, done, x):
    three = np.full(1, 3, "int32")
    return x[:, ::-1], x[2], three, three
