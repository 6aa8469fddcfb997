import numpy as np


def reference(y, x):
    return (x.astype("int64") * np.arange(1, 6)[None, :, None]).sum(axis=1)
