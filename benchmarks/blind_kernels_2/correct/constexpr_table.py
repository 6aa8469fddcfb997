import numpy as np


def reference(y, x):
    rev = np.array([int(f"{i:08b}"[::-1], 2) for i in range(256)])
    return rev[x] << 8 | rev[255 - x]
