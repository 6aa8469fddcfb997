import numpy as np


def reference(total, ticket, parts, x):
    return (x * x).sum(keepdims=True).reshape(1), np.array([4]), x * x
