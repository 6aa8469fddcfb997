import numpy as np


def reference(y, x):
    order = np.append(np.arange(63) * 10 % 63, 63)
    return 3 * x.astype("float64")[:, order][:, ::-1] + (x > 0)
