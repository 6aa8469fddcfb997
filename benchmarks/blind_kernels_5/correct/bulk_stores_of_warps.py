import numpy as np


def reference(y, x):
    return (x + np.arange(3, dtype="int32")[:, None])[..., ::-1]
