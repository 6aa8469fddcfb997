import numpy as np


def reference(y, out, slot, weight):
    used = np.where(slot >= 0, weight.astype("float64"), 0)
    return np.einsum("tk,tkd->td", used, out[slot]).astype("float32")
