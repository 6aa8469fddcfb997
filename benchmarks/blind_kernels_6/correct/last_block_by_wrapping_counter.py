import numpy as np


def reference(total, part, count, x):
    return (
        np.array([x.sum()], "int32"),
        x.reshape(8, 64).sum(axis=1).astype("int32"),
        np.array([8], "uint32"),
    )
