import numpy as np


def reference(y, x, seeds):
    r = seeds
    for _ in range(3):
        r = r ^ (r << np.uint32(13))
        r = r ^ (r >> np.uint32(17))
        r = r ^ (r << np.uint32(5))
    return ((x.view("uint32") + (r & np.uint32(0xFFFF))) >> np.uint32(16)).astype("uint16")
