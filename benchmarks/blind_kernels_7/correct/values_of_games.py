import numpy as np


def reference(value, heaps):
    nim = []
    for n in range(128):
        seen = {nim[n - k * k] for k in (1, 2, 3) if n >= k * k}
        nim.append(min(set(range(5)) - seen))
    nim = np.array(nim, "uint8")
    return nim[heaps[:, 0]] ^ nim[heaps[:, 1]] ^ nim[heaps[:, 2]]
