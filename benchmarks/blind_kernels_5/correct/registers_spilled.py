import numpy as np


def reference(y, x):
    v = x.view("uint32").copy()
    for d in (1, 2, 4, 8, 16):
        low = np.array([k for k in range(32) if k & d == 0])
        a, b = v[:, low], v[:, low + d]
        v[:, low], v[:, low + d] = a + np.uint32(3) * b, a ^ b
    return v[:, ::-1].view("int32")
