import numpy as np


def reference(y, x):
    out = [x[0].astype("float64")]
    for row in x[1:]:
        out.append(row + np.roll(out[-1], 1))
    return np.stack(out)
