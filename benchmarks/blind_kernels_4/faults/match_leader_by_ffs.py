import numpy as np


def reference(number, counts, keys):
    number = np.array([(keys[:i] == keys[i]).sum() for i in range(96)], dtype="int32")
    return number, np.bincount(keys, minlength=8).astype("int32")
