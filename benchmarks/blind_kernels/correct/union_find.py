import numpy as np


def reference(y, x):
    out = []
    for row in x > 0:
        label = np.arange(128)
        while True:
            before = label.copy()
            for t in np.flatnonzero(row):
                u = (t * 7 + 3) & 127
                label[t] = label[u] = min(label[t], label[u])
            if (label == before).all():
                break
        out.append(label)
    return np.array(out, "int32")
