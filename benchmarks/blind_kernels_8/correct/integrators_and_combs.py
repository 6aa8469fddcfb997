import numpy as np


def reference(y, x):
    box = np.ones(8, dtype=object)
    weights = np.convolve(np.convolve(box, box), box)
    padded = np.vstack([np.zeros((21, 32), dtype=object), x.astype(object)])
    rows = [
        (padded[i + 7 : i + 29] * weights[::-1, None]).sum(axis=0) % 2**32 for i in range(0, 64, 8)
    ]
    return np.array(rows).astype("uint32")
