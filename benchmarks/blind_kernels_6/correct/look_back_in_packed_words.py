import numpy as np


def reference(y, x, status, ticket):
    c = np.cumsum(x.astype("uint64"))
    done = c[31::32] | np.uint64(2 << 32)
    return c.astype("uint32"), done, np.array([8], "uint32")
