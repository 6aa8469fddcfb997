import numpy as np


def reference(sums, keys):
    out = np.zeros(8, "uint32")
    np.add.at(out, keys >> 29, keys)
    return out
