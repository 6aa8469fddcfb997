import numpy as np


def reference(y, x):
    p = np.pad(x, 1)
    return np.stack(
        [p[k // 3 : k // 3 + 11 : 2, k % 3 : k % 3 + 11 : 2].reshape(36) for k in range(9)]
    )
