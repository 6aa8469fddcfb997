import numpy as np


def reference(y, same, x):
    f = x.view("float32")
    with np.errstate(all="ignore"):
        h = f.astype("float16").view("uint16")
    nan = 0x7E00 | (x >> 16 & 0x8000)
    return np.where(np.isnan(f), nan, h), np.ones(128)
