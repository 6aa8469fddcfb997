import numpy as np


def reference(y, x):
    lanes = np.arange(64, dtype="uint32")
    r0, r3 = x.view("uint32").copy(), lanes.copy()
    for r1 in range(9, 0, -1):
        r0 = (r0 + np.uint32(3)) * np.uint32(3) ^ np.uint32(r1)
        r0, r3 = r3, r0
        r0 = r0 + r3
        r3 = r3 >> (1 + (lanes & 3))
    return (np.uint32(0) - (r0 - r3)).view("int32")
