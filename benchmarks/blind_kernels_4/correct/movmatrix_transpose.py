import numpy as np


def reference(y, z, x):
    m = np.stack([x & np.uint32(0xFFFF), x >> np.uint32(16)], axis=-1).reshape(3, 8, 8)
    m = m.transpose(0, 2, 1).reshape(3, 32, 2)
    return m[..., 0] | m[..., 1] << np.uint32(16), x + np.uint32(1)
